import { z } from 'zod';
import { listLimits } from '../limits.ts';
import {
  answeredDateTime,
  dateTime,
  keptGuid,
  limitedListOf,
  listOf,
  logical,
  optionalRecord,
  text,
  whole,
  wholeOrZero,
} from './wire-values.ts';

/** Records of wire format section 4 that describe a CAD file. Unknown properties are kept. */

const cadApplication = z.looseObject({ name: text(), version: text() }).meta({ id: 'CADApplication' });

const etim = z
  .looseObject({ classCode: text(), classCodeVersion: text(), modelCode: text(), modelCodeVersion: text() })
  .meta({ id: 'ETIM' });

const cadStandardFileName = z
  .looseObject({ standardId: text(), standardName: text(), filename: text() })
  .meta({ id: 'CADStandardFileName' });

export const cadMetadata = z
  .looseObject({
    application: optionalRecord(cadApplication),
    baseFilename: text(),
    category: text(),
    changeDate: answeredDateTime(),
    etim: optionalRecord(etim),
    fileExtension: text(),
    standardFilenames: listOf(cadStandardFileName),
    languageCode: text(),
    parameterInfo: text(),
    tags: text(),
    type: text(),
    version: text(),
    // Extension fields of this product (service decisions, "For every operation"); others ignore them.
    blobId: text(),
    sha256: text(),
    size: whole(),
    majorVersion: whole(),
    minorVersion: whole(),
    released: logical(),
    comments: text(),
    /** It waits in the app until the service can be asked; its ids and versions are those it has meanwhile. */
    waiting: logical(),
    /** Makes the record an attachment of its CAD file, under this name. */
    attachmentName: text(),
    /**
     * On storing (7): the newest version the bytes were made from, `none` where there was none. Where it is given and
     * no longer the newest, the record is refused, so that nothing made from an older base becomes newest unseen.
     */
    baseVersion: text(),
  })
  .meta({ id: 'CADMetadata' });

export type CadMetadata = z.output<typeof cadMetadata>;

/** What tells which file a record is about. Of a record that comes with its file, nothing else is read. */
export const cadMetadataOfFile = cadMetadata
  .pick({
    application: true,
    etim: true,
    type: true,
    languageCode: true,
    version: true,
    majorVersion: true,
    minorVersion: true,
    size: true,
    sha256: true,
  })
  .strip();

/** A record on its way in (7): everybody is given it later. */
export const cadMetadataToStore = cadMetadata
  .extend({
    changeDate: dateTime(),
    standardFilenames: limitedListOf(
      cadStandardFileName.extend({ standardId: keptGuid() }).meta({ id: 'CADStandardFileNameToStore' }),
      listLimits.standardFilenames,
    ),
  })
  .meta({ id: 'CADMetadataToStore' });

export const cadMetadataCriteria = z
  .looseObject({
    identifier: optionalRecord(
      z
        .looseObject({ application: optionalRecord(cadApplication), etim: optionalRecord(etim) })
        .meta({ id: 'CADMetadataIdentifier' }),
    ),
    options: optionalRecord(
      z
        .looseObject({
          languageCode: text(),
          majorVersion: whole(),
          minorVersion: whole(),
          /** An extension of this product: only files of this type. */
          type: text(),
        })
        .meta({ id: 'CADMetadataIdentifierOptions' }),
    ),
  })
  .meta({ id: 'CADMetadataCriteria' });

export type CadMetadataCriteria = z.output<typeof cadMetadataCriteria>;

export const cadMetadataComments = z.looseObject({ comments: text() }).meta({ id: 'CADMetadataComments' });

/** One version of a content key, with the wire's own names and this product's extension fields. */
const cadContentVersion = z
  .looseObject({
    cadversion: text(),
    etimclassversion: whole(),
    modelclassversion: whole(),
    languagecode: text(),
    major: wholeOrZero(),
    minor: wholeOrZero(),
    comments: text(),
    changeDate: answeredDateTime(),
    size: whole(),
    sha256: text(),
    released: logical(),
    /** As in `CADMetadata`. */
    waiting: logical(),
  })
  .meta({ id: 'CADContentVersion' });

export type CadContentVersion = z.output<typeof cadContentVersion>;

export const cadContentVersions = z
  .preprocess(
    (value) => value ?? {},
    z.looseObject({
      current: optionalRecord(cadContentVersion),
      versions: z.preprocess((value) => value ?? [], z.array(cadContentVersion)),
    }),
  )
  .meta({ id: 'CADContentVersions' });

export type CadContentVersions = z.output<typeof cadContentVersions>;
