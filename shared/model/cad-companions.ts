/**
 * Names of files and folders that CAD programs and systems leave next to a drawing: temp, lock and backup files, and the
 * folders that systems and drives keep for themselves. They are never part of a library. Names are compared without
 * regard to letter case, because disks may be too.
 */
interface CompanionForm {
  readonly program: string;
  /** What it is for, as a diagnosis may say it. A `folder` is one by its exact name, in the case its system gives it. */
  readonly purpose: 'lock' | 'backup' | 'temporary' | 'journal' | 'system' | 'folder';
  readonly pattern: RegExp;
}

export const companionForms: readonly CompanionForm[] = [
  { program: 'AutoCAD', purpose: 'lock', pattern: /.\.dwl2?$/i },
  { program: 'AutoCAD', purpose: 'temporary', pattern: /\.(sv|ac)\$$/i },
  // Exactly four digits: pump.25.rfa and pump.00012.rfa are a designer's own names. So is a year, as in pump.2024.rfa:
  // the numbers count saves from 0001, and hardly come that far.
  { program: 'Revit', purpose: 'backup', pattern: /.\.(?!19|20)\d{4}\.(rfa|rvt|rte|rft)$/i },
  { program: 'Revit', purpose: 'backup', pattern: /._backup$/i },
  { program: 'Revit', purpose: 'temporary', pattern: /^Revit_temp$/i },
  { program: 'SolidWorks', purpose: 'journal', pattern: /^swxJRNL\.swj$/i },
  // With these endings alone: "Backup of pump.rfa" is a designer's own name.
  {
    program: 'SolidWorks',
    purpose: 'backup',
    pattern: /^Backup( \(\d+\))? of .+\.(sldprt|sldasm|slddrw)$/i,
  },
  { program: 'Inventor', purpose: 'backup', pattern: /^OldVersions$/i },
  { program: 'Inventor', purpose: 'temporary', pattern: /.\.newVer\.(ipt|iam|idw|ipn|dwg)$/i },
  // What a save writes before it takes the drawing's name: the name with a unique id behind it.
  { program: 'FreeCAD', purpose: 'temporary', pattern: /\.FCStd\.[0-9a-f]{8}-[0-9a-f-]{27}$/i },
  { program: 'FreeCAD', purpose: 'backup', pattern: /\.FCStd\d+$/i },
  { program: 'FreeCAD', purpose: 'backup', pattern: /\.FCBak$/i },
  { program: 'FreeCAD', purpose: 'backup', pattern: /^freecad-backups$/i },
  { program: 'Rhino', purpose: 'lock', pattern: /\.3dm\.?rhl$/i },
  // AutoCAD's .bak, Rhino's .3dmbak and whatever else is named after its original.
  { program: 'AutoCAD and Rhino', purpose: 'backup', pattern: /\.[^.]*bak$/i },
  { program: 'SketchUp', purpose: 'backup', pattern: /\.skb$/i },
  { program: 'SketchUp', purpose: 'backup', pattern: /.~\.skp$/i },
  { program: 'SketchUp', purpose: 'backup', pattern: /^AutoSave_.+\.skp$/i },
  // Archicad's X.pln.lck and Inventor's lockfile.lck.
  { program: 'Archicad and Inventor', purpose: 'lock', pattern: /\.lck$/i },
  { program: 'Archicad', purpose: 'backup', pattern: /\.bpn$/i },
  { program: 'Vectorworks', purpose: 'backup', pattern: /^VW Backup$/i },
  { program: 'SolidWorks and office programs', purpose: 'lock', pattern: /^~\$/ },
  { program: 'every system', purpose: 'temporary', pattern: /\.tmp$/i },
  { program: 'browsers', purpose: 'temporary', pattern: /\.(part|crdownload)$/i },
  { program: 'macOS', purpose: 'system', pattern: /^(\._.*|\.DS_Store)$/i },
  { program: 'Windows', purpose: 'system', pattern: /^(Thumbs\.db|desktop\.ini)$/i },
  // Where a drive keeps what was deleted or replaced on it: the files there are as they were, under their own names.
  { program: 'macOS', purpose: 'folder', pattern: /^\.(Trash(es)?|TemporaryItems|DocumentRevisions-V100)$/ },
  { program: 'Windows', purpose: 'folder', pattern: /^(\$RECYCLE\.BIN|\$Recycle\.Bin|System Volume Information)$/ },
  { program: 'Linux', purpose: 'folder', pattern: /^(\.Trash-\d+|lost\+found)$/ },
  { program: 'Synology', purpose: 'folder', pattern: /^(#recycle|#snapshot|@eaDir)$/ },
  { program: 'QNAP', purpose: 'folder', pattern: /^(@Recycle|@Recently-Snapshot)$/ },
  {
    program: 'the network drive',
    purpose: 'folder',
    pattern: /^(\.recycle|\.snapshots?|~snapshot|\.zfs|\.AppleDouble)$/,
  },
  { program: 'Dropbox', purpose: 'folder', pattern: /^\.dropbox\.cache$/ },
  { program: 'Resilio Sync', purpose: 'folder', pattern: /^\.sync$/ },
  { program: 'GoodSync', purpose: 'folder', pattern: /^_gsdata_$/ },
  { program: 'Syncthing', purpose: 'folder', pattern: /^\.stversions$/ },
];

const isOfFolders = ({ purpose }: CompanionForm): boolean => purpose === 'folder';

/** All in one: asked for every name of a library, one after the other takes five times as long. */
const anyOf = (forms: readonly CompanionForm[], flags?: string): RegExp =>
  new RegExp(forms.map(({ pattern }) => `(?:${pattern.source})`).join('|'), flags);

const { folders, names } = Object.groupBy(companionForms, (form) => (isOfFolders(form) ? 'folders' : 'names'));
const anyName = anyOf(names ?? [], 'i');
const anyFolder = anyOf(folders ?? []);

/** Whether a file or folder of this name (no path) is a companion and no drawing of a designer. */
export function isCompanionName(name: string): boolean {
  return anyName.test(name);
}

/** The same of a folder, which may also be one that a system or a drive keeps for itself. */
export function isCompanionFolder(name: string): boolean {
  return isCompanionName(name) || anyFolder.test(name);
}

/** What a file or folder of this name (no path) is a companion of. */
export function companionFormOf(name: string, kind: 'file' | 'folder'): CompanionForm | undefined {
  return companionForms.find((form) => form.pattern.test(name) && (kind === 'folder' || !isOfFolders(form)));
}
