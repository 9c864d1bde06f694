/** Seeds that once showed a fault, with what it was: they are run for ever. */
export const keptSeeds: Readonly<Record<number, string>> = {
  21: 'a parked release whose answer was lost could never be taken back',
  177: 'a release asked for one draft and got another',
  286: 'a rival was sent while the file it competes with was only gone for a moment',
  334: 'a save right after a download was put in place counted as the download',
  2109: 'a file that was put in place while a scan ran counted as removed',
  3306: 'on a service without hashes a release took the draft of somebody else for its own',
};
