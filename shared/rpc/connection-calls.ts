import { z } from 'zod';
import { addInState, madeCredentials } from './add-in-records.ts';
import { done, stakeAnswer } from './call-shapes.ts';
import { call } from './call.ts';
import { bundleRecord, diagnosisRecord } from './diagnosis.ts';
import { errorRecord } from './error-record.ts';
import { movePreview } from './move-records.ts';
import { connectionRecord } from './status-records.ts';
import { settingsSchema } from './settings.ts';
import { waitingWrite } from './waiting-writes.ts';

const connectionDraft = connectionRecord.pick({
  contentAddress: true,
  dataAddress: true,
  tokenAddress: true,
  clientId: true,
});

/** One way: secrets go into the system keychain, for the addresses they are given with, and never come back. */
const givenSecrets = z.object({
  clientSecret: z.string().min(1).max(4_096).optional(),
  licenseCode: z.string().min(1).max(4_096).optional(),
});

/** A connection as a person enters it. */
const givenConnection = connectionDraft.extend({ secrets: givenSecrets, httpAccepted: z.boolean() });

/** The connected service and how it is reached: by the app, by CAD add-ins, and in place of the embedded one. */
export const connectionCalls = {
  connection: {
    /**
     * Takes the addresses with the secrets that were given for them: those of other origins do not count. Another
     * service gets what waits, and `http:` to another computer can be read on its way: both are named first. `shown`:
     * what was set up when it was entered; `changed-meanwhile` where that is another one by now.
     */
    save: call
      .input(
        givenConnection.extend({
          shown: connectionDraft.optional(),
          confirmed: z.boolean(),
          startWithout: z.boolean(),
        }),
      )
      /** `canMoveIn`: the embedded service has files that could go there, and nobody said that they stay. */
      .output(stakeAnswer.extend({ unencrypted: z.array(z.string()), canMoveIn: z.boolean() })),
    /** Goes over to the service inside the app, at a yes: before, it names what waits for the one that is left. */
    useEmbedded: call.input(z.object({ confirmed: z.boolean() })).output(stakeAnswer),
    /** Where secrets for a connection with these addresses come from, if they were given; never the secrets. */
    secretsFor: call
      .input(connectionDraft.omit({ clientId: true }))
      .output(connectionRecord.pick({ clientSecret: true, licenseCode: true })),
    /** Removes a secret of the addresses that are set up, at a yes: before, it names what would wait without it. */
    removeSecret: call.input(z.object({ name: givenSecrets.keyof(), confirmed: z.boolean() })).output(stakeAnswer),
    /** Says who the person is to the proxy that they were shown; what waits is tried at once. */
    signInToProxy: call
      .input(
        z.object({
          proxy: connectionRecord.shape.askingProxy.unwrap(),
          username: z
            .string()
            .min(1)
            .max(500)
            .regex(/^[^:]*$/),
          password: z.string().max(4_096),
        }),
      )
      .output(done),
    /** Asks the service for a token and for one cheap answer. */
    test: call.output(z.object({ ok: z.boolean(), error: errorRecord.optional() })),
  },
  /** Moving what the embedded service has to another one; how it stands is in the status. */
  move: {
    /** Compares both: what would be sent, and what it takes. Nothing is changed. */
    preview: call.input(givenConnection).output(movePreview),
    /** Keeps the secrets and begins; the app goes over to the other service once that has everything. */
    start: call.input(givenConnection).output(done),
    pause: call.output(done),
    /** `withoutFailed`: goes over although some files could not be sent. */
    resume: call.input(z.object({ withoutFailed: z.boolean() })).output(done),
    /** Gives it up; what was sent stays there. Once it has ended: forgets how it went. */
    end: call.output(done),
  },
  /** CAD add-ins, which are answered on this computer; its secrets are told when they are made, and never again. */
  addIns: {
    state: call.output(addInState),
    /** Switches it on or off; that the port is taken stands in the state. */
    turn: call
      .input(z.object({ on: z.boolean(), port: settingsSchema.shape.addInPort.unwrap().optional() }))
      .output(addInState),
    /** Makes new credentials; the ones before no longer count. */
    renew: call.output(madeCredentials),
  },
  /** What people and add-ins wrote and the service does not have yet; it goes out by itself. */
  writes: {
    list: call.output(z.array(waitingWrite)),
    /** Tries again what was refused: one of them, or all. */
    retry: call.input(z.object({ writeId: z.int().optional() })).output(done),
    /** Gives one up for good, with all that cannot be done without it. */
    discard: call.input(z.object({ writeId: z.int() })).output(done),
  },
  diagnostics: {
    /** Looks at network, service, keychain, folders, disk, clock and state; nothing is changed. Takes up to a minute. */
    run: call.output(diagnosisRecord),
    /** Runs it, and puts together what support needs: nothing in it was named by a person, a file or a service. */
    bundle: call.output(bundleRecord),
  },
  state: {
    /** A person has read that the state was started again. */
    noteRead: call.output(done),
  },
  demo: {
    /** Starts the embedded service with demo products and adds a demo library. */
    start: call.output(done),
  },
} as const;
