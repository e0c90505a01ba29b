/** Content of an item in the simulation: bytes that differ, and whether a server accepts them. */
export interface Content {
  readonly digest: string;
  readonly isSound: boolean;
}

export interface Contents {
  readonly evaluation: Content;
  readonly photo: Content;
  readonly signature: Content;
}

/** Error when the tablet needs the key of a user who has signed out (D2). */
export class LockedError extends Error {}

export const isoAt = (milliseconds: number): string => new Date(milliseconds).toISOString();
