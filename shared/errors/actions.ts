/** What a person can do about an error; the window turns it into a button, the command line into a sentence. */
export type ErrorAction =
  | 'enter-license-code'
  | 'enter-client-secret'
  | 'check-client'
  | 'check-connection'
  | 'connect-network'
  | 'sign-in-to-network'
  | 'sign-in-to-proxy'
  | 'check-certificate'
  | 'check-address'
  | 'use-https'
  | 'check-input'
  | 'choose-class'
  | 'choose-file'
  | 'name-otherwise'
  | 'choose-side'
  | 'close-program'
  | 'lift-read-only'
  | 'replace-link'
  | 'move-file'
  | 'free-space'
  | 'allow-writing'
  | 'check-folder'
  | 'check-path'
  | 'ask-permission'
  | 'choose-drawing'
  | 'choose-other-folder'
  | 'separate-libraries'
  | 'confirm-folder'
  | 'repair-links'
  | 'relocate-library'
  | 'move-library-away'
  | 'resume-library'
  | 'rename'
  | 'answer-question'
  | 'add-again'
  | 'start-again'
  | 'publish-again'
  | 'try-again'
  | 'update-app'
  | 'reinstall-app'
  | 'set-program'
  | 'restore-bytes'
  | 'none';

/** What can be done, as a sentence for logs and the command line. */
export const actionSentences: Record<ErrorAction, string> = {
  'enter-license-code': 'Enter a valid license code; syncing then continues by itself.',
  'enter-client-secret': 'Enter the client secret for this address.',
  'check-client':
    'Check the client id and secret, and the address they are for. If they are right, ask whoever runs the service.',
  'check-address': 'Correct the address, for example https://content.example.com.',
  'use-https': 'Use an https:// address, or confirm that this one may be used.',
  'check-connection': 'Check the connection settings and the network.',
  'connect-network': 'Connect this computer to the network; syncing then continues by itself.',
  'sign-in-to-network': 'Open any web page in a browser and sign in to the network; syncing then continues by itself.',
  'sign-in-to-proxy':
    'Enter user name and password in Settings, Connection. Without a window, name the proxy with both in HTTPS_PROXY, or have it let this computer through, and restart the app.',
  'check-certificate':
    'Open any web page in a browser and sign in to the network if it asks you to. Else check the address and the clock of this computer. Where the network looks into encrypted connections, name its certificate in NODE_EXTRA_CA_CERTS.',
  'check-input': 'Check what was entered.',
  'choose-class': 'Choose the ETIM class and modelling class of the file.',
  'choose-file': 'Choose which of the files counts.',
  'name-otherwise': 'Choose another name or folder.',
  'choose-side': 'Choose which version counts.',
  'close-program': 'Close the file in the other program.',
  'lift-read-only': 'Remove the read-only mark if the file may be replaced; syncing then continues by itself.',
  'replace-link': 'Replace the link with the folder or file itself; syncing then continues by itself.',
  'move-file': 'Move that file to another place; syncing then continues by itself.',
  'free-space': 'Free some space on the disk.',
  'allow-writing': 'Make sure that you may write in the folder; what waits for it then continues by itself.',
  'check-folder': 'Check that the folder exists and that you may read and write in it.',
  'check-path': 'Check the name of the file and of its folder.',
  'ask-permission': 'Ask its owner for permission to read it.',
  'choose-drawing': 'Choose a STEP, IGES, IFC, STL, OBJ, 3DM or DXF file, or one of a CAD program.',
  'choose-other-folder': 'Choose or create a folder for the library alone.',
  'separate-libraries':
    'Choose or create a folder for the library alone. If the other library is elsewhere now, point it to its new folder first, or remove it.',
  'confirm-folder': 'Connect the drive it is on, or confirm that this folder is your library.',
  'repair-links':
    'Repair the file, or delete it. Deleting it loses what was chosen by hand, such as the classes of files whose path does not name them.',
  'relocate-library': 'Point the paused library to this folder.',
  'move-library-away':
    'Have everything in the old folder sent and move that folder away first, or add this one as another library.',
  'resume-library': 'Resume the library, in the window or with “cadsync library resume DIR”.',
  rename: 'Give it another name.',
  'answer-question': 'Answer the question about the library.',
  'add-again':
    'Set up the connection and add your libraries again: files that are equal on both sides are recognised and not sent twice.',
  'start-again':
    'Restart the app: it checks its saved state and goes on with it. It starts a new one only where that is gone, or proves to be damaged and is set aside.',
  'publish-again': 'Look at the newest draft and publish again.',
  'try-again': 'Try again.',
  'update-app': 'Check that app and service are up to date.',
  'reinstall-app': 'Install the app again; settings and everything that waits are kept.',
  'set-program':
    'Set a program for files of this kind in the settings of this computer, or open the file from its own program.',
  'restore-bytes':
    'Upload the file again from a computer that has it, or ask whoever runs the service to restore its files from a backup.',
  none: '',
};
