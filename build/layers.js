/**
 * Who may import whom, as rules of dependency-cruiser. The reasons are in docs/architecture.md.
 */
/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The rooms of the engine, from the ground up. */
const engineFloors = [
  'tree',
  'judge',
  'state',
  'queue',
  'observe',
  'remote',
  'library',
  'moving',
  'transfer',
  'upkeep',
  'explain',
  'cycle',
  'person',
  'ask',
  'application',
];

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'A cycle makes two files one.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'shared-runs-anywhere',
      'shared/ runs in pages too.',
      { path: '^shared/' },
      { path: '^(electron|renderer|test|build)/' },
    ),
    forbid('shared-without-node', 'shared/ runs in pages too.', { path: '^shared/' }, { dependencyTypes: ['core'] }),
    forbid(
      'model-is-the-ground',
      'model ← errors ← api, rpc',
      { path: '^shared/model/' },
      { path: '^shared/(errors|api|rpc)/' },
    ),
    forbid(
      'errors-above-model',
      'model ← errors ← api, rpc',
      { path: '^shared/errors/' },
      { path: '^shared/(api|rpc)/' },
    ),
    forbid(
      'api-knows-no-window',
      'The service contract stands without the window.',
      { path: '^shared/api/' },
      { path: '^shared/rpc/' },
    ),
    forbid(
      'words-above-rpc',
      'What is said is said about records; the records do not know how.',
      { path: '^shared/(model|errors|api|rpc)/' },
      { path: '^shared/words/' },
    ),
    forbid(
      'words-take-records-only',
      'Both ends say the same words, so these know neither end nor the service.',
      { path: '^shared/words/' },
      { path: '^shared/api/' },
    ),
    forbid(
      'engine-speaks-in-records',
      'The engine tells codes and values; window and command line put them into words.',
      { path: '^electron/(engine|client|gateway|service|platform|cad|look|demo|imports|channels)/' },
      { path: '^shared/words/' },
    ),
    forbid(
      'rpc-takes-records-only',
      'The window contract may show records of the service, not call it.',
      { path: '^shared/rpc/' },
      { path: '^shared/api/(?!schemas/)' },
    ),
    forbid(
      'rooms-apart',
      'Rooms of electron/ meet in entry/ only.',
      { path: '^electron/(engine|client|gateway|service|platform|cad|demo|imports)/' },
      {
        path: '^electron/(engine|client|gateway|service|platform|cad|demo|imports|pictures|channels|main|doctor)/',
        pathNot: '^electron/$1/',
      },
    ),
    forbid(
      'look-reads-files-only',
      'Whatever shows what is drawn hands it a file; it knows what a CAD file says about itself, and nobody else.',
      { path: '^electron/look/' },
      { path: '^(electron/(?!look/|cad/)|shared/(api|words)/)' },
    ),
    forbid(
      'look-is-asked-from-entry',
      'It costs more memory than all the rest, in workers of its own.',
      { path: '^electron/(?!look/|pictures/|entry/)' },
      { path: '^electron/look/' },
    ),
    forbid(
      'privacy-knows-nobody',
      'Every room keeps its files private the same way, so that stands on none of them.',
      { path: '^electron/privacy/' },
      { path: '^(electron/(?!privacy/)|shared/)' },
    ),
    forbid(
      'privacy-is-for-what-keeps-files',
      'What is the person’s, such as a library, is not for this user alone.',
      { path: '^electron/(engine|client|cad|demo|imports)/' },
      { path: '^electron/privacy/' },
    ),
    forbid(
      'pictures-are-read-from-files',
      'What makes pictures takes the readers of CAD files and the disk; entry/ hands it to the engine.',
      { path: '^electron/pictures/' },
      { path: '^electron/(?!pictures/|cad/|look/|platform/|privacy/)' },
    ),
    forbid(
      'doctor-looks-only',
      'What looks for faults takes the disk, the network and types of the engine; entry/ hands it the rest.',
      { path: '^electron/doctor/' },
      { path: '^electron/(service|cad|demo|imports|pictures|channels|main)/' },
    ),
    forbid(
      'doctor-knows-engine-by-types',
      'It examines a state that an engine or a command hands it.',
      { path: '^electron/doctor/' },
      { path: '^electron/engine/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'commits-know-nobody',
      'Every database is committed to the same way, so that stands on none of those who keep one.',
      { path: '^electron/commits/' },
      { path: '^(electron/(?!commits/)|shared/)' },
    ),
    forbid(
      'commits-are-for-stores',
      'Only who keeps a database commits to it.',
      { path: '^electron/(?!platform/|service/|commits/)' },
      { path: '^electron/commits/' },
    ),
    forbid(
      'main-stays-light',
      'The main process owns windows and the keychain; entry/ hands it the rest.',
      { path: '^electron/main/' },
      { path: '^electron/(engine|client|gateway|service|platform|cad|demo|imports|pictures)/' },
    ),
    forbid(
      'channels-carry-the-engine',
      'A channel binds the window contract to the engine and knows nothing else.',
      { path: '^electron/channels/' },
      { path: '^electron/(client|gateway|service|platform|cad|demo|imports|pictures|main)/' },
    ),
    // The topmost may call all of them.
    ...engineFloors.slice(0, -1).map((room, floor) =>
      forbid(
        `engine-floor-${room}`,
        'A room of the engine calls only those below it; types it may name from above.',
        { path: `^electron/engine/${room}/` },
        {
          path: `^electron/engine/(${[...engineFloors.slice(floor + 1), '[^/]+\\.ts$'].join('|')})`,
          pathNot: '^electron/engine/ports\\.ts$',
          dependencyTypesNot: ['type-only'],
        },
      ),
    ),
    forbid(
      'engine-judge-is-pure',
      'What is judged is judged from facts: judge/ names the types of the trees and nothing else.',
      { path: '^electron/engine/(tree|judge)/' },
      { path: '^electron/engine/(?!tree/|judge/)' },
    ),
    forbid(
      'engine-judges-in-one-place',
      'No condition of a file is judged outside the one judgement; whoever acts decides with the same planner.',
      {
        path: '^electron/',
        pathNot: '^electron/engine/(judge/|cycle/judgement\\.ts|library/planning\\.ts)',
      },
      { path: '^electron/engine/judge/(judge-file|plan-key)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'engine-without-world',
      'The engine reaches the world through its ports only.',
      { path: '^electron/engine/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'electron-in-its-rooms',
      'Everything else runs on plain Node.',
      { pathNot: '^electron/(entry|main|channels)/' },
      { path: '(^|/)node_modules/electron(/|$)' },
    ),
    forbid(
      'nobody-imports-entry',
      'entry/ is wiring.',
      { pathNot: '^(electron/entry|build|test)/' },
      { path: '^electron/entry/' },
    ),
    forbid(
      'renderer-knows-the-contract-only',
      'The window knows no disk and no service.',
      { path: '^renderer/' },
      { path: '^(electron|test|build)/|^shared/api/' },
    ),
    forbid(
      'commands-ask-an-engine',
      'What they say of libraries is carried out by the engine that runs, or by one at rest.',
      {
        path: '^electron/entry/commands/(assign|backups|describe-[a-z]+|engines|library|pick|resolve|restore|status)[.]ts$',
      },
      { path: '^electron/(engine/(?!tree/)|client|platform/(?!clock|ignores-case|state-files))' },
    ),
    forbid(
      'tests-stay-outside',
      'Nothing that ships imports tests.',
      { path: '^(shared|electron|renderer)/' },
      { path: '^(test|build)/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte', '.js', '.mjs', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
