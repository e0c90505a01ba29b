export interface ChaosReport {
  readonly confirmed: number;
  /** Number of confirmed registrations that got a queue number. */
  readonly turns: number;
  /** Number of registrations during which the tab died, so that it is unknown whether they were confirmed. */
  readonly uncertain: number;
  /** Number of corrected registrations, and of registrations corrected at least twice (S30). */
  readonly corrected: number;
  readonly correctedTwice: number;
  readonly byHand: number;
  /** Number of entries handed over to a colleague, and of entries moved to another tablet in a rescue file. */
  readonly handedOver: number;
  readonly rescued: number;
  /**
   * Number of drafts that were parked (S27), that were brought back, and that a loss of the database deleted. A loss deletes
   * drafts because they have no second copy.
   */
  readonly parked: number;
  readonly broughtBack: number;
  readonly lostWaiting: number;
  readonly events: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly seconds: number;
  /** Lines that each name a missing, doubled or different registration; empty if the run succeeded. */
  readonly differences: readonly string[];
}
