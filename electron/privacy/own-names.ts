/** What this app keeps in its folders, by name: a folder with nothing else in it is the app's, any other the person's. */
export const ownNames = {
  /** The folder that `--data` or `--state` names, or the usual one. */
  data: matching(
    /^(?:state\.(?:db|lock|closed|opened|(?:damaged|replaced)-[\w-]+\.db)|mirror\.db)(?:-wal|-shm|-journal|-room)?$/,
    /^(?:commands\.sock|\.s-\w{6}|window\.json(?:\.new)?|log|service|add-ins|browser|demo library|command-line|pictures|scenes|versions)$/,
    // What Chromium keeps there, so that an app is started once.
    /^Singleton(?:Lock|Cookie|Socket)$/,
  ),
  addIns: matching(
    /^outbox(?:\.replaced-[\w-]+)?\.db(?:-wal|-shm|-journal|-room)?$/,
    /^(?:outbox\.opened|bytes|passing)$/,
  ),
  log: matching(/^(?:app|shell)\.log(?:\.\d+)?$/),
  service: matching(
    /^service(?:\.replaced-[\w-]+)?\.sqlite(?:-wal|-shm|-journal)?$/,
    /^service\.sqlite\.form-\d+(?:-\d+)?\.backup(?:\.new)?$/,
    /^(?:service\.opened|blobs)$/,
  ),
  blobs: matching(
    /^pairing-id\.txt(?:\.new)?$/,
    /^short(?:\.replaced-[\w-]+)?\.db(?:-wal|-shm|-journal)?$/,
    /^(?:short\.opened|arriving|[0-9a-f]{2})$/,
  ),
  longBlobs: matching(/^[0-9a-f]{64}$/),
} as const;

function matching(...patterns: readonly RegExp[]): (name: string) => boolean {
  return (name) => patterns.some((pattern) => pattern.test(name));
}
