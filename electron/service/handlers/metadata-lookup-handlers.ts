import { acceptsHeader, filesWithMetadata, metadataWithFiles } from '../../../shared/api/operation.ts';
import type { CadMetadata, CadMetadataCriteria } from '../../../shared/api/schemas/cad-metadata.ts';
import { choiceOfCriterion, readCriterion, type Criterion } from '../../../shared/api/version-choice.ts';
import { AppError, type InputFault } from '../../../shared/errors/app-error.ts';
import type { History, StoredVersion, VersionRecords } from '../store/store.ts';
import { maxFaults } from '../http/input-faults.ts';
import type { TakeTurn } from '../take-turns.ts';
import { choosePerType, listFileHistories } from './choose-history.ts';
import type { HandlerPorts, Handlers } from './handler.ts';
import { toCadMetadata } from './metadata-record.ts';
import { withShortFiles } from './with-short-files.ts';
import { findChosen } from './version-choice.ts';

/** What this service does beyond the interface. */
const extras = [filesWithMetadata, metadataWithFiles].join(', ');

type LookupHandlers = Pick<Handlers, 'listMetadata' | 'findMetadata' | 'findCurrentMetadata'>;

/** Operations 8, 9 and 10: metadata of many CAD files, answered as it is found. */
export function createMetadataLookupHandlers({ store, blobs }: HandlerPorts): LookupHandlers {
  const { versions } = store;
  return {
    async listMetadata({ params, query }) {
      const { applicationName, applicationVersion, includeMinorVersion, afterChangeDate } = params;
      // Asked for before the list: what is stored in between then counts as not listed yet.
      const entityTag = await versions.stateOf(applicationName, applicationVersion);
      const pages = versions.listNewest({
        applicationName,
        applicationVersion,
        languageCode: query.languageCode,
        changedAfter: afterChangeDate,
        releasesOnly: !includeMinorVersion,
      });
      return { value: asRecords(pages), entityTag, headers: { [acceptsHeader]: extras } };
    },
    async findMetadata({ body, acceptsFiles, takeTurn }) {
      const pages = answerEach(versions, await readCriteria(body, takeTurn), findAll, takeTurn);
      return acceptsFiles ? { withFiles: await withShortFiles(pages, blobs, takeTurn) } : { value: asRecords(pages) };
    },
    findCurrentMetadata: async ({ body, takeTurn }) => ({
      value: asRecords(answerEach(versions, await readCriteria(body, takeTurn), findOne, takeTurn)),
    }),
  };
}

/** @throws AppError `invalid-request` naming the first criteria that cannot be read */
async function readCriteria(
  criteria: readonly CadMetadataCriteria[],
  takeTurn: TakeTurn,
): Promise<readonly Criterion[]> {
  const faults: InputFault[] = [];
  const read: Criterion[] = [];
  for (const [index, one] of criteria.entries()) {
    await takeTurn();
    const result = readCriterion(one);
    if (result.ok) read.push(result.value);
    else faults.push({ in: 'body', pointer: `/${index}`, detail: result.fault.detail });
    if (faults.length >= maxFaults) break;
  }
  if (faults.length > 0) throw new AppError('invalid-request', { faults });
  return read;
}

type Find = (
  versions: VersionRecords,
  history: History,
  criterion: Criterion,
) => AsyncIterable<readonly StoredVersion[]>;

async function* answerEach(
  versions: VersionRecords,
  criteria: readonly Criterion[],
  find: Find,
  takeTurn: TakeTurn,
): AsyncGenerator<readonly StoredVersion[]> {
  for (const criterion of criteria) {
    await takeTurn();
    const wanted = { ...criterion.key, ...(criterion.type === undefined ? {} : { type: criterion.type }) };
    const histories = choosePerType(await listFileHistories(versions, wanted), criterion.languageCode);
    for (const history of histories) yield* find(versions, history, criterion);
  }
}

/** Operation 9: every version that is asked for. */
const findAll: Find = (versions, history, criterion) => {
  if (criterion.minor >= 0) return findOne(versions, history, criterion);
  return versions.list(history.historyId, criterion.major < 0 ? undefined : criterion.major);
};

/** Operation 10: the newest of what is asked for. */
const findOne: Find = async function* (versions, history, criterion) {
  const found = await findChosen(versions, history, choiceOfCriterion(criterion));
  if (found) yield [found];
};

async function* asRecords(pages: AsyncIterable<readonly StoredVersion[]>): AsyncGenerator<readonly CadMetadata[]> {
  for await (const page of pages) yield page.map(toCadMetadata);
}
