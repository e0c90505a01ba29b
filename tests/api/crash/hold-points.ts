/** Points at which a server is killed, in the order in which an upload passes them. */
export const HOLD_POINTS = ['before rename', 'before commit', 'after commit'] as const;
export type HoldPoint = (typeof HOLD_POINTS)[number];
