import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Most of their time these wait, for a back-off, an hour or a program that saves: what runs beside them fills it. */
const longWaits =
  /\/(captive-portal|commands-while-away|saves|compressed-hour|limited-hour|chaos|silent-service)\.test\.ts$/;

/** These work for long, all by themselves. */
const longWorks =
  /\/(every-effect|simulator|hour|failing-network|known-edits|damaged-shapes|import|busy-service|accessibility)\.test\.ts$/;

/** Begins what takes longest first, so that in the end nothing is left to wait for with idle processors. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, (file) => file.project.name);
    const rank = ({ moduleId }: TestSpecification): number =>
      longWaits.test(moduleId) ? 0 : longWorks.test(moduleId) ? 1 : 2;
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => rank(a) - rank(b)));
  }
}
