/** Line drawings on a 16 × 16 grid, stroked in the colour of the text. */
export const iconPaths = {
  library: 'M2 3h5v10H2zM9 3h5v4H9zM9 9h5v4H9z',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.5 10.5 14 14',
  publish: 'M8 13V3m0 0L4.5 6.5M8 3l3.5 3.5',
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  settings:
    'M10.2 8a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  products: 'M2.5 3v10M5 3v10M7 3v7M9.5 3v10M11.5 3v7M13.5 3v10',
  versions: 'M4 3v10M4 8h5a3 3 0 0 0 3-3V3M4 3 2.5 4.5M4 3l1.5 1.5',
  close: 'm4 4 8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  back: 'M10 3 5 8l5 5',
  gallery: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  table: 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11',
  folder: 'M1.8 4.2c0-.6.4-1 1-1h3.4l1.6 1.6h5.4c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1z',
  file: 'M4 2h5l3.5 3.5V14H4zM9 2v3.5h3.5',
  check: 'm3 8.5 3.2 3L13 4.5',
  warning: 'M8 2.2 14.5 13.5h-13zM8 6.5v3.2M8 11.4v.4',
  info: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.4v3.4M8 5v.2',
  upload: 'M8 10.5V3m0 0L5 6m3-3 3 3M2.5 13h11',
  download: 'M8 3v7.5m0 0L5 7.5m3 3 3-3M2.5 13h11',
  lock: 'M3.5 7.5h9V14h-9zM5.5 7.5V5.2a2.5 2.5 0 0 1 5 0v2.3',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a2.7 2.7 0 0 1 3.8 3.8L10.8 8.3M9 11.5l-1.2 1.2a2.7 2.7 0 0 1-3.8-3.8L5.2 7.7',
} as const;

export type IconName = keyof typeof iconPaths;
