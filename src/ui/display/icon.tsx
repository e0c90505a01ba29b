import './icon.css';

/** SVG paths on a 24×24 grid. Characters such as ⚠ are not used, because some tablets show them as emoji. */
const ICON_PATHS = {
  check: 'M5 12.5 10 17.5 19 7',
  bang: 'M12 5v9M12 18.5v.5',
  cross: 'M6 6l12 12M18 6 6 18',
  dot: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  ring: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.5v.1',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5V13M12 16.4v.1',
  alert: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17v.5',
  again: 'M19 12a7 7 0 1 1-2.2-5.1M19 3.5v4h-4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 2',
  offline:
    'M4 4l16 16M2.5 9a14 14 0 0 1 5-3.2M21.5 9A14 14 0 0 0 11 5.1M6 13a9 9 0 0 1 4-2.3M18 13a9 9 0 0 0-2.5-1.8M9.5 16.5a4 4 0 0 1 5 0M12 20v.1',
  upload: 'M12 16V5M7 10l5-5 5 5M5 19h14',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  rise: 'M12 19V6M6.5 11.5 12 6l5.5 5.5',
  fall: 'M12 5v13M6.5 12.5 12 18l5.5-5.5',
  equal: 'M6 9.5h12M6 14.5h12',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M15.5 5a3.3 3.3 0 0 1 0 6.2M18 14.2a6.4 6.4 0 0 1 3.5 5.8',
  personAdd: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 20.5a7 7 0 0 1 12.5-4.3M18.5 13.5v7M15 17h7',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  filter: 'M4 6h16M7 12h10M10 18h4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l4.5 4.5',
  camera: 'M4 8h3.5l1.7-2.5h5.6L16.5 8H20v11H4ZM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6Z',
  pen: 'M4 20l1-4.5L15.5 5l3.5 3.5L8.5 19ZM13 7.5l3.5 3.5',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  image: 'M4 5h16v14H4ZM4 16l4.5-4.5 4 4 3-3L20 17M15 9v.1',
  clip: 'M19 11.5 11.5 19a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.9 7.9a1.5 1.5 0 0 1-2.2-2.2L14.5 7.5',
  download: 'M12 5v11M7 11.5l5 5 5-5M5 20h14',
  left: 'M15 5l-7 7 7 7',
  list: 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6v.1M4 12v.1M4 18v.1',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  plus: 'M12 5v14M5 12h14',
  briefcase: 'M4 8h16v11H4ZM9 8V5h6v3M4 13h16',
  flask: 'M9 4h6M10.5 4v6L5 19.5h14L13.5 10V4M8 15h8',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  book: 'M5 4h10.5A3.5 3.5 0 0 1 19 7.5V20H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 8h5.5',
  building: 'M5 20V5h9v15M14 10h5v10M3 20h18M8.5 9v.1M8.5 12.5v.1M8.5 16v.1',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  tablet: 'M6 3h12v18H6ZM11 18h2',
  key: 'M8.5 11a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM11.7 12.3 20 4M16.5 7.5l3 3',
} as const;

export type IconName = keyof typeof ICON_PATHS;

/** Icon next to a text with the same meaning, so it is hidden from assistive technology. `size` in pixels. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path d={ICON_PATHS[name]} fill={name === 'dot' ? 'currentColor' : undefined} />
  </svg>
);
