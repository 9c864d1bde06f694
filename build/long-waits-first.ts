import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Most of their time these wait, for a back-off, an hour or a program that saves: what runs beside them fills it. */
const longWaits =
  /\/(captive-portal|commands-while-away|saves|compressed-hour|limited-hour|chaos|cadsync-second-library|silent-service)\.test\.ts$/;

/** Begins what waits longest first, so that in the end nothing is left to wait for with idle processors. */
export class LongWaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, (file) => file.project.name);
    return [...groups.values()].flatMap((group) => {
      const { true: first = [], false: others = [] } = Object.groupBy(group, (file) =>
        longWaits.test(file.moduleId) ? 'true' : 'false',
      );
      return [...first, ...others];
    });
  }
}
