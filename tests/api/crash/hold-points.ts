/** Points at which a test kills the server, in the order in which an upload reaches them. */
export const HOLD_POINTS = ['before rename', 'before commit', 'after commit'] as const;
export type HoldPoint = (typeof HOLD_POINTS)[number];
