import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { done, fileId } from './call-shapes.ts';
import { call } from './call.ts';
import { classHit, classQuestion, usedPair } from './class-records.ts';
import { activityCount, activityRecord, queuePart, queuePartRecord } from './activity-records.ts';
import { engineEvent } from './engine-event.ts';
import { snapshotRecord } from './status-records.ts';
import { productAnswer, productHit, productQuery } from './product-records.ts';
import { settingsPatch, settingsSchema } from './settings.ts';
import { connectionCalls } from './connection-calls.ts';
import { fileCalls } from './file-calls.ts';
import { libraryCalls } from './library-calls.ts';
import { serviceCalls } from './service-calls.ts';

/** The window ⇄ engine contract: calls and events, once. Carriers and both ends derive from it. */
export const windowContract = {
  snapshot: call.output(snapshotRecord),
  /** Everything that happens after event `afterId`, without end. */
  events: call.input(z.object({ afterId: z.int() })).output(eventIterator(engineEvent)),
  products: {
    lookup: call
      .input(
        z.object({ queries: z.array(productQuery).min(1).max(1_000), languageCode: z.string().max(16).optional() }),
      )
      .output(z.array(productAnswer)),
    /**
     * Products in which all words of the text occur, as beginnings of words: in name, product code, manufacturer, and
     * the names and synonyms of their classes. The interface has no operation for it: only the embedded service is
     * searched, any other is answered for with `not-offered`.
     */
    search: call
      .input(
        z.object({
          text: z.string().max(200),
          limit: z.int().min(1).max(200),
          languageCode: z.string().max(16).optional(),
        }),
      )
      .output(z.array(productHit)),
  },
  classes: {
    /**
     * Classes by words and parts of words of their names and synonyms, or by code, the likeliest first: of the model that
     * was imported into the embedded service, and those that files have.
     */
    search: call.input(classQuestion).output(z.array(classHit)),
    /** What the words in name and folders of a file mean, and the class pairs that files of its library have. */
    forFile: call
      .input(fileId.extend({ languageCode: z.string().max(16) }))
      .output(z.object({ named: z.array(classHit), used: z.array(usedPair) })),
  },
  /** Files of product data for the embedded service; how an import stands comes as `import` events. */
  imports: {
    /** Looks at all files, then begins. `not-offered` by other services; `import-under-way` while one runs. */
    start: call
      .input(
        z.object({
          /** Full paths on the computer of the engine. */
          paths: z.array(z.string().min(1).max(32_768)).min(1).max(100),
          /** Language of texts that do not say theirs. */
          languageCode: z.string().max(16),
        }),
      )
      .output(done),
    /** Ends the import that runs, if one does; what was written by then is kept. */
    cancel: call.output(done),
  },
  queue: {
    list: call.input(z.object({ part: queuePart })).output(queuePartRecord),
    /** Tries now what is waiting for its next try or needs attention. */
    retry: call.input(z.object({ entryId: z.int().optional() })).output(done),
  },
  activity: {
    list: call
      .input(z.object({ beforeId: z.int().optional(), limit: z.int().min(1).max(500) }))
      .output(z.array(activityRecord)),
    /**
     * What happened from each of these moments to the next, and from the last until now; the window knows where its
     * days begin. `undefined` where older entries were cleared away, so that nobody knows it all.
     */
    counts: call
      .input(z.object({ fromMs: z.array(z.number()).min(1).max(60) }))
      .output(z.array(activityCount.optional())),
  },
  settings: {
    save: call.input(settingsPatch).output(settingsSchema),
  },
  ...fileCalls,
  ...libraryCalls,
  ...connectionCalls,
  ...serviceCalls,
} as const;

export type WindowContract = typeof windowContract;
