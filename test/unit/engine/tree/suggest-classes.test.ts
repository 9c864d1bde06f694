import { describe, expect, it } from 'vitest';
import { suggestClasses, type SuggestionGround } from '../../../../electron/engine/tree/suggest-classes.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';

const defaults = { programs: [{ name: 'Revit', version: '2025' }], contentType: 'Template' };
const keyOf = (text: string) => text as ContentKeyText;
const valve = (application = 'AutoCAD/2018') => keyOf(`${application}/EC010231/2/MC000040/1/Template`);
const pump = keyOf('Revit/2025/EC011491/5/MC000071/1/Template');
const valvePair = {
  etimClassCode: 'EC010231',
  etimClassVersion: '2',
  modellingClassCode: 'MC000040',
  modellingClassVersion: '1',
};

const suggest = (path: string, ground: Partial<SuggestionGround> = {}) =>
  suggestClasses({
    path,
    header: {},
    defaults,
    neighbours: [],
    keysOfClass: () => [],
    keyedWith: () => [],
    isTaken: () => false,
    ...ground,
  });

describe('what an unassigned file may belong to', () => {
  it('is nothing where nothing speaks for anything', () => {
    expect(suggest('Incoming/bracket.step')).toBeUndefined();
  });

  it('is what more than half of its folder is', () => {
    const neighbours = [
      { path: 'Valves/a.dwg', key: valve() },
      { path: 'Valves/b.skp', key: valve('SketchUp/2024') },
      { path: 'Valves/c.rfa', key: pump },
    ];
    expect(suggest('Valves/new.rfa', { neighbours })).toEqual({
      ...valvePair,
      because: { code: 'neighbours', count: 2, of: 3 },
    });
    expect(suggest('Valves/new.rfa', { neighbours: neighbours.slice(1) })).toBeUndefined();
  });

  it('is what the file of the same name beside it is, before what the folder is', () => {
    const neighbours = [
      { path: 'Mixed/ball valve.dwg', key: valve() },
      { path: 'Mixed/x.ipt', key: keyOf('Inventor/2025/EC011491/5/MC000071/1/Template') },
      { path: 'Mixed/y.skp', key: keyOf('SketchUp/2025/EC011491/5/MC000071/1/Template') },
    ];
    for (const name of ['Ball valve.rfa', 'ball valve_nl.rfa', 'ball valve (mine).rfa', 'Ball valve - Copy.rfa']) {
      expect(suggest(`Mixed/${name}`, { neighbours })).toEqual({
        ...valvePair,
        because: { code: 'sameName', path: 'Mixed/ball valve.dwg' },
      });
    }
  });

  it('is the modelling class that files of the ETIM class in its path have most', () => {
    const keysOfClass = (code: string) =>
      code === 'EC010231' ? [valve(), valve('SketchUp/2024'), keyOf('Rhino/8/EC010231/2/MC000041/1/Template')] : [];
    expect(suggest('EC010231 valves/new.rfa', { keysOfClass })).toEqual({
      ...valvePair,
      because: { code: 'usualPartner', count: 2 },
    });
    expect(suggest('EC010231_v3/new.rfa', { keysOfClass })).toMatchObject({ etimClassVersion: '3' });
  });

  it('is only the class the path names where nothing tells the other', () => {
    const because = { code: 'path' };
    expect(suggest('EC010231_v2/new.rfa')).toEqual({ etimClassCode: 'EC010231', etimClassVersion: '2', because });
    expect(suggest('MC000040/new.rfa')).toEqual({
      modellingClassCode: 'MC000040',
      modellingClassVersion: '1',
      because,
    });
  });

  it('never contradicts the class the path names', () => {
    const neighbours = [{ path: 'EC011491/a.dwg', key: valve() }];
    expect(suggest('EC011491/new.rfa', { neighbours })).toEqual({
      etimClassCode: 'EC011491',
      etimClassVersion: '1',
      because: { code: 'path' },
    });
  });

  it('is no pair whose key another file has: program, version and language count', () => {
    const neighbours = [{ path: 'Valves/a.rfa', key: valve('Revit/2025') }];
    const isTaken = (key: string) => key === 'Revit/2025/EC010231/2/MC000040/1/Template';
    expect(suggest('Valves/new.rfa', { neighbours, isTaken })).toBeUndefined();
    expect(suggest('Valves/new.nl.rfa', { neighbours, isTaken })).toMatchObject(valvePair);
    expect(suggest('Valves/new.rfa', { neighbours, isTaken, header: { applicationVersion: '2024' } })).toBeUndefined();
    // Its program is declared later, or never.
    expect(suggest('Valves/new.skp', { neighbours, isTaken })).toMatchObject(valvePair);
  });

  it('is what its path says again once that is free, where a person had set it apart', () => {
    const path = 'EC010231_v2/MC000040/valve.rfa';
    expect(suggest(path)).toEqual({ ...valvePair, because: { code: 'path' } });
    expect(suggest(path, { isTaken: () => true })).toBeUndefined();
  });
});
