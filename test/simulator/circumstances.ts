import type { FakeService } from '../fakes/engine/service.ts';
import type { CadPrograms } from './cad-programs.ts';
import type { Ledger } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Site } from './site.ts';

const linksFile = '.cadlibrary.json';

/** What changes around libraries that no designer saved: for a while, until it is mended. */
export function createCircumstances(parts: {
  readonly random: SeededRandom;
  readonly ledger: Ledger;
  readonly programs: CadPrograms;
  readonly sites: () => readonly Site[];
}) {
  const { random, ledger, programs } = parts;
  const backups = new Map<FakeService, () => void>();
  const damagedLinks = new Map<Site, string | undefined>();
  const rejecting = new Set<FakeService>();
  const full = new Set<Site>();
  const guarded = new Set<Site>();
  /** Services that owe the answer to a list, and how it is given. */
  const owing = new Map<FakeService, () => void>();

  /** The service is brought back to where it was: what came later is not there any more. */
  function bringBack(site: Site): void {
    const { service } = site.world;
    const playBack = backups.get(service);
    if (!playBack) {
      backups.set(service, service.versions.takeBackup());
      return site.tell('its service is saved');
    }
    const before = new Map(service.versions.keys().map((key) => [key, textsOf(service.versions.history(key))]));
    playBack();
    backups.delete(service);
    site.tell('its service is brought back to an earlier state');
    for (const [key, texts] of before) {
      const left = service.versions.history(key).length;
      if (left < texts.length) noteLost(key, texts, left);
    }
  }

  /** Whoever made or fetched a later version knows those before it, also where it is gone now. */
  function noteLost(key: Parameters<Site['seen']>[0], texts: readonly string[], left: number): void {
    ledger.noteBroughtBack(key);
    for (const site of parts.sites()) {
      site.observe();
      const newest = texts.findLastIndex((text) => site.seen(key).has(text));
      const known = texts.slice(0, newest + 1);
      site.show(key, known);
      for (const text of [...site.seen(key)]) ledger.noteSeen(site.name, key, text, known);
      // What only the service had is nobody's to keep; what stands in a backup folder was acknowledged once.
      for (const text of texts.slice(left)) site.setAside.add(text);
    }
  }

  function damageLinks(site: Site): void {
    if (!site.mounted || damagedLinks.has(site)) return;
    const text = site.world.disk.text(linksFile);
    damagedLinks.set(site, text);
    site.world.disk.write(
      linksFile,
      random.pick(['', '{"version":1,"files":{', '{"version":2}', (text ?? '').slice(0, 9)]),
    );
    site.tell('damages the links file');
    site.world.watcher.hint(linksFile);
  }

  function mendLinks(site: Site): void {
    if (!site.mounted || !damagedLinks.has(site)) return;
    const text = damagedLinks.get(site);
    damagedLinks.delete(site);
    if (text === undefined) site.world.disk.delete(linksFile);
    else site.world.disk.write(linksFile, text);
    site.tell('mends the links file');
    site.world.watcher.hint(linksFile);
  }

  function setLicense(service: FakeService, accepted: boolean): void {
    mark(rejecting, service, !accepted);
    service.setLicenseAccepted(accepted);
    for (const site of parts.sites()) {
      if (site.world.service === service && accepted) site.engine()?.connectionChanged();
    }
  }

  /** @param isFull or else: has room again */
  function setFull(site: Site, isFull: boolean): void {
    mark(full, site, isFull);
    site.tell(isFull ? 'has a full disk' : 'has room on its disk');
    site.world.disk.setFreeBytes(isFull ? 0 : Infinity);
  }

  function protect(site: Site, isProtected: boolean): void {
    mark(guarded, site, isProtected);
    site.tell(isProtected ? 'may not write to its folder' : 'may write to its folder');
    site.world.disk.setReadOnly(isProtected);
  }

  /** A program holds one of the files for itself. */
  function holdOpen(site: Site): void {
    const paths = site.world.disk.paths().filter((path) => path !== linksFile);
    if (!site.mounted || paths.length === 0) return;
    const path = random.pick(paths);
    site.heldOpen.add(path);
    site.tell(`holds ${path} open`);
  }

  /** The next list that a service is asked for is not answered for a while, or made now and told late. */
  function owe(site: Site): void {
    const { service } = site.world;
    const isMade = random.happens(0.5);
    owing.set(service, (isMade ? service.holdAnswer('listMetadata') : service.hold('listMetadata')).letGo);
    site.tell(isMade ? 'has a service whose lists come late' : 'has a service that answers no list');
  }

  function answer(service: FakeService): void {
    owing.get(service)?.();
    owing.delete(service);
  }

  return {
    bringBack,

    /** Weighted, as the steps of a run are. */
    choices: (site: Site): readonly (readonly [number, () => void])[] => [
      damagedLinks.has(site) ? [2, () => mendLinks(site)] : [0.5, () => damageLinks(site)],
      rejecting.has(site.world.service)
        ? [2, () => setLicense(site.world.service, true)]
        : [0.3, () => setLicense(site.world.service, false)],
      full.has(site) ? [2, () => setFull(site, false)] : [0.3, () => setFull(site, true)],
      guarded.has(site) ? [2, () => protect(site, false)] : [0.3, () => protect(site, true)],
      owing.has(site.world.service) ? [2, () => answer(site.world.service)] : [0.5, () => owe(site)],
      [1, () => holdOpen(site)],
      [site.heldOpen.size > 0 ? 2 : 0, () => site.heldOpen.clear()],
    ],

    mendEverything(services: Iterable<FakeService>): void {
      for (const service of services) {
        setLicense(service, true);
        answer(service);
      }
      for (const site of parts.sites()) {
        mendLinks(site);
        setFull(site, false);
        protect(site, false);
        site.heldOpen.clear();
        programs.removeAllLocks(site);
      }
    },
  };
}

export type Circumstances = ReturnType<typeof createCircumstances>;

function mark<T>(set: Set<T>, item: T, isSo: boolean): void {
  if (isSo) set.add(item);
  else set.delete(item);
}

function textsOf(history: readonly string[]): string[] {
  return history.map((version) => version.slice(version.indexOf(' ') + 1));
}
