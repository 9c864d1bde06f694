import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceIdOf } from '../../shared/model/service-address.ts';

/** A run can be repeated: `SEED=… npm test -- test/property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 2_000 };

const host = fc.constantFrom('content.example', 'files.content.example', 'localhost', '127.0.0.1', '[::1]');
const place = fc.record({
  scheme: fc.constantFrom('http', 'https'),
  host,
  port: fc.constantFrom('', ':8080'),
  folder: fc.constantFrom('', '/office', '/office/one'),
});
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

const thisComputer = ['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.1', '[::1]', '[0:0:0:0:0:0:0:1]'];

/** The address of a place as somebody may write it. */
const spelled = ({ scheme, host: name, port, folder }: Place): fc.Arbitrary<string> => {
  const hosts = thisComputer.includes(name) ? thisComputer : [name, name.toUpperCase(), `${name}.`];
  const ports = port === '' ? ['', scheme === 'http' ? ':80' : ':443'] : [port];
  return fc
    .record({
      before: fc.constantFrom('', ' '),
      scheme: fc.constantFrom(scheme, scheme.toUpperCase()),
      host: fc.constantFrom(...hosts),
      port: fc.constantFrom(...ports),
      folder: fc.constantFrom(folder, folder.replaceAll('/', '//')),
      end: fc.constantFrom('', '/', '//', '/api', '/api/v1', '/API/v1/', '/api/'),
    })
    .map((parts) => `${parts.before}${parts.scheme}://${parts.host}${parts.port}${parts.folder}${parts.end}`);
};

/** What is one place, however it is called. */
const idOf = ({ scheme, host: name, port, folder }: Place): string =>
  [scheme, thisComputer.includes(name) ? 'here' : name, port, folder].join(' ');

describe('the name of a service', () => {
  it(`is one for all spellings of its address, and its own name (seed ${seed})`, () => {
    const spellings = place.chain((one) => fc.tuple(spelled(one), spelled(one)));
    fc.assert(
      fc.property(spellings, ([one, other]) => {
        expect(serviceIdOf(one)).toBe(serviceIdOf(other));
        expect(serviceIdOf(serviceIdOf(one))).toBe(serviceIdOf(one));
      }),
      runs,
    );
  });

  it(`is another one for another place (seed ${seed})`, () => {
    const places = fc.tuple(place, place).filter(([one, other]) => idOf(one) !== idOf(other));
    const spellings = places.chain(([one, other]) => fc.tuple(spelled(one), spelled(other)));
    fc.assert(
      fc.property(spellings, ([one, other]) => {
        expect(serviceIdOf(one)).not.toBe(serviceIdOf(other));
      }),
      runs,
    );
  });
});
