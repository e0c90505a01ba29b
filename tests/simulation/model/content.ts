/** Simulated content of an item: bytes that no other item has, and whether the server accepts them. */
export interface SimulatedContent {
  readonly digest: string;
  readonly isSound: boolean;
}

export interface RegistrationContents {
  readonly evaluation: SimulatedContent;
  readonly photo: SimulatedContent;
  readonly signature: SimulatedContent;
}

/** Thrown when the tablet needs the data key of a user who has signed out (D2). */
export class LockedError extends Error {}

export const toIsoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
