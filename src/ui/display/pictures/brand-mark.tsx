import './brand-mark.css';

/** Product logo, the same drawing as public/icon.svg. Inline, so that the first frame shows it. `size` in pixels. */
export const BrandMark = ({ size = 40 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 512 512"
    aria-hidden="true"
    focusable="false"
    className="brand-mark"
  >
    <rect width="512" height="512" rx="112" fill="var(--accent)" />
    <path d="M136 344V226a120 120 0 0 1 240 0v118Z" fill="var(--on-accent)" />
    <rect x="96" y="356" width="320" height="44" rx="22" fill="#94cbca" />
    <path
      d="M200 250l42 42 76-84"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="38"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
