import { connectionSecrets, type ConnectionSecret } from '../../../shared/model/keychain.ts';
import { connectionOrigins } from '../../../shared/model/service-address.ts';
import type { Database } from '../ports.ts';
import { createLeftSecrets, type createMoveNote, type MoveNote } from '../state/settings-store.ts';
import { store } from './connection-changes.ts';
import type { SecretsPort } from './connection-ports.ts';
import type { GivenSecrets } from './connection-session.ts';

interface LeftSecret {
  readonly origins: string;
  readonly name: ConnectionSecret;
}

/**
 * The secrets that came with moves. Nothing else removes those of one that was given up, for its target never was
 * connected: they stay noted until they are gone.
 */
export function createMoveSecrets(database: Database, secrets: SecretsPort, note: ReturnType<typeof createMoveNote>) {
  const noted = createLeftSecrets(database);
  const left = (): readonly LeftSecret[] => noted.read() ?? [];
  const write = (those: readonly LeftSecret[]): void => (those.length > 0 ? noted.write([...those]) : noted.forget());

  async function remove(staying?: string): Promise<void> {
    const failures: unknown[] = [];
    for (const { origins, name } of left().filter((one) => one.origins !== staying)) {
      try {
        await secrets.set(name, undefined, origins);
        write(left().filter((one) => one.origins !== origins || one.name !== name));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    /** Forgets the move that is noted, and notes that its secrets are to go. */
    giveUp(): void {
      database.transaction(() => {
        write([...left(), ...addedBy(note.read())]);
        note.forget();
      });
    },

    /** The secrets of these origins do not go: a person goes on with them. */
    goOnWith: (origins: string | undefined): void => write(left().filter((one) => one.origins !== origins)),

    /** Removes all that are to go and can be. @throws AppError `secret-not-removed` where some stay */
    remove,

    /**
     * Those that stay are still noted, and tried again with the next test of the connection.
     * @param staying origins of which none is removed
     */
    tryToRemove: (staying?: string): Promise<void> => remove(staying).catch(() => undefined),

    /**
     * Keeps the secrets that were given for the target of a move. Until that is noted, they are among those that are to go.
     * @returns those that are known to have come with a move: they go with it when it is given up. Where the keychain
     * does not say that it has another one, this is it
     */
    async store(target: MoveNote['target'], given: GivenSecrets): Promise<ConnectionSecret[]> {
      const origins = connectionOrigins(target);
      if (origins === undefined) return [];
      const all = new Set(left().flatMap((one) => (one.origins === origins ? [one.name] : [])));
      for (const name of connectionSecrets) {
        if (given[name] === undefined) continue;
        const place = await secrets.placeOf(name, origins);
        if (place === 'none' || place === 'unread') all.add(name);
      }
      const others = left().filter((one) => one.origins !== origins);
      write([...others, ...[...all].map((name) => ({ origins, name }))]);
      await store(secrets, given, origins);
      return [...all];
    },
  };
}

function addedBy(known: MoveNote | undefined): LeftSecret[] {
  const origins = known && known.state !== 'ended' ? connectionOrigins(known.target) : undefined;
  return known && origins !== undefined ? known.addedSecrets.map((name) => ({ origins, name })) : [];
}

export type MoveSecrets = ReturnType<typeof createMoveSecrets>;
