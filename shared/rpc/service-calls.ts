import { z } from 'zod';
import { done } from './call-shapes.ts';
import { call } from './call.ts';
import { productQuery } from './product-records.ts';
import { productCheck } from './product-check-records.ts';
import { savedSelection, savedThing, selectionDetail } from './selection-records.ts';
import { contentList, contentQuestion, productIds, standardList, standardName, waits } from './service-records.ts';
import {
  ticketNumber,
  validationDraft,
  validationList,
  validationPlace,
  validationReport,
} from './validation-records.ts';
import { selectionKinds } from './service-choices.ts';

const languageCode = z.string().max(16).optional();

const { filterId, disabledFields } = savedSelection.shape;

/** What a person asks of the service itself: what only it can do, and what it said before where it cannot be asked. */
export const serviceCalls = {
  validation: {
    /** The requests of a project, newest first, or those of a ticket. */
    list: call.input(validationPlace).output(validationList),
    /** Sends what is to be validated and asks for it. Without a ticket number it gets one. */
    add: call.input(validationDraft).output(z.object({ ticketNumber: z.string(), ...waits })),
    report: call.input(z.object({ blobId: z.guid() })).output(validationReport),
    delete: call.input(validationPlace.extend({ ticketNumber })).output(done),
    /** Each product's values against the structure of its classes. */
    check: call
      .input(z.object({ queries: z.array(productQuery).min(1).max(200), languageCode }))
      .output(z.array(productCheck)),
  },
  selections: {
    /** Those of the service that is connected, by name. */
    list: call.output(z.array(savedSelection)),
    /** Stores the products as a filter of the service, and adds that under this name. Answers as `add` does. */
    store: call.input(savedSelection.pick({ name: true }).extend({ productIds, languageCode })).output(savedSelection),
    /** Keeps a filter that the service has already. Answers how it is kept: as it was before, where it was. */
    add: call.input(savedSelection).output(savedSelection),
    /** Refused with `unknown-item` for one that is not kept any more; so is `turn`. */
    rename: call.input(savedSelection.pick({ filterId: true, name: true })).output(done),
    /** Switches these features off in exports, or on again. */
    turn: call.input(z.object({ filterId, fields: disabledFields, isOn: z.boolean() })).output(done),
    /** Forgets name and features; the service keeps its filter. */
    forget: call.input(z.object({ filterId })).output(done),
    open: call.input(z.object({ filterId, kind: z.enum(selectionKinds), disabledFields })).output(selectionDetail),
  },
  /** One file at a time; how it stands comes as `saving` events. */
  saving: {
    /** Asks the person for the place where the host can; `isStarted: false` where none was chosen. */
    start: call.input(savedThing).output(z.object({ isStarted: z.boolean() })),
    /** Gives it up, whether it runs or waits. Refused with `unknown-item` where it does neither any more. */
    cancel: call.input(z.object({ errandId: z.int() })).output(done),
    /** Shows the file that was saved last in its folder. */
    reveal: call.output(done),
  },
  standards: {
    list: call.output(standardList),
    /** The same name again gives the same standard. */
    add: call.input(z.object({ name: standardName })).output(standardList.extend(waits)),
  },
  content: {
    /** The CAD files that the service has for these classes. */
    list: call.input(contentQuestion).output(contentList),
  },
  bimReady: {
    /** All of these products or none. `title`: what the person calls them, while it waits. */
    set: call
      .input(z.object({ productIds, isReady: z.boolean(), title: z.string().max(1_000).optional() }))
      .output(z.object(waits)),
  },
  dataPlatform: {
    /** The addresses the service names; credentials stay where they are. */
    addresses: call.output(z.array(z.object({ name: z.string(), address: z.string() }))),
  },
} as const;
