import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTray } from '../../../electron/main/tray.ts';
import { trayContent } from '../../../electron/main/tray-content.ts';
import { trayMarks } from '../../../electron/main/tray-marks.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { Menu, Tray } from '../../fakes/electron/electron.ts';
import { press } from '../../fakes/electron/tray.ts';
import { exampleStatus, type Scenario } from '../../fakes/window/example-status.ts';
import { exampleFiles, exampleNow } from '../../fakes/window/file-rows.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const icons = join(import.meta.dirname, '../../../electron/main/icons');
const statusOf = (scenario: Scenario): StatusRecord =>
  exampleStatus(scenario, scenario === 'everyday' ? exampleFiles() : [], []);
const contentOf = (scenario: Scenario) => trayContent(statusOf(scenario), exampleNow, 'en');

beforeEach(() => void (Tray.all = []));

describe('the tray', () => {
  it.each([
    ['quiet', 'upToDate', 'Up to date', 'tryNow'],
    ['firstRun', 'idle', 'Not connected yet', 'status'],
    ['serviceDown', 'idle', 'The service does not answer', 'tryNow'],
    ['signedOut', 'needsYou', 'Not signed in', 'status'],
  ] as const)(
    'says how everything is, by a shape and in words, and offers what fits (%s)',
    (scenario, mark, said, does) => {
      const content = contentOf(scenario);
      expect(content.mark).toBe(mark);
      expect(content.headline).toContain(said);
      expect(content.doNow?.action).toBe(does);
    },
  );

  it('offers to publish where drafts are all there is to do', () => {
    const quiet = statusOf('quiet');
    const content = trayContent({ ...quiet, counts: { ...quiet.counts, drafts: 3 } }, exampleNow, 'en');
    expect(content.doNow).toEqual({ text: 'Publish 3 drafts …', action: 'publish' });
  });

  it('knows nothing and offers nothing while the engine is not reached', () => {
    expect(trayContent(undefined, exampleNow, 'en')).toMatchObject({
      mark: 'idle',
      headline: 'Status unknown',
      doNow: undefined,
    });
  });

  it('does not go on saying "up to date" when that is no longer known', () => {
    expect(trayContent(statusOf('quiet'), exampleNow + 86_400_000, 'en').headline).toBe('Not checked lately');
  });

  it('speaks the language of the person', () => {
    const content = trayContent(statusOf('quiet'), exampleNow, 'nl');
    expect(content).toMatchObject({ headline: 'Bijgewerkt', doNow: { text: 'Nu synchroniseren' }, quit: 'Afsluiten' });
    const unknown = trayContent(undefined, exampleNow, 'nl');
    expect(unknown).toMatchObject({ headline: 'Status onbekend', quit: 'Afsluiten' });
  });

  it('shows it all, and has done what is pressed', () => {
    const verbs = { open: vi.fn(), act: vi.fn(), update: vi.fn() };
    const tray = createTray(icons, contentOf('firstRun'), verbs);
    onTestFinished(() => tray.close());
    const [shown] = Tray.all;
    expect(shown?.toolTip).toBe('CAD Library Sync: Not connected yet');
    press(shown?.menu?.items ?? [], 'Set up a connection …');
    press(shown?.menu?.items ?? [], 'Open CAD Library Sync');
    shown?.emit('click');
    expect(verbs.act.mock.calls).toEqual([['status']]);
    expect(verbs.open).toHaveBeenCalledTimes(2);
  });

  it('asks the desktop for nothing where nothing changed', () => {
    const tray = createTray(icons, contentOf('quiet'), { open: vi.fn(), act: vi.fn(), update: vi.fn() });
    onTestFinished(() => tray.close());
    const build = vi.spyOn(Menu, 'buildFromTemplate');
    onTestFinished(() => build.mockRestore());
    tray.show(contentOf('quiet'));
    expect(build).not.toHaveBeenCalled();
    tray.show(contentOf('signedOut'));
    expect(Tray.all[0]?.picture).toBe(join(icons, 'needsYou.png'));
    expect(build).toHaveBeenCalledTimes(1);
  });

  it.each(trayMarks)('has every picture it shows, for each desktop and each scale (%s)', (mark) => {
    for (const name of [mark, `${mark}@2x`, `${mark}Template`, `${mark}Template@2x`]) {
      expect(existsSync(join(icons, `${name}.png`)), name).toBe(true);
    }
  });
});
