export interface ChaosReport {
  readonly confirmed: number;
  /** Number of confirmations with a queue number. */
  readonly turns: number;
  /** Registrations of which it is unknown whether they were confirmed before the tab died. */
  readonly uncertain: number;
  /** Confirmed corrections, and registrations corrected at least twice (S30). */
  readonly corrected: number;
  readonly correctedTwice: number;
  readonly byHand: number;
  /** Entries handed over to a colleague, and entries rescued to another tablet. */
  readonly handedOver: number;
  readonly rescued: number;
  /**
   * Drafts parked around a second window, a change of user or a lost database (S27); lost ones went with the database, because
   * drafts have no second copy.
   */
  readonly parked: number;
  readonly broughtBack: number;
  readonly lostWaiting: number;
  readonly events: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly seconds: number;
  /** Empty if no registration is missing, doubled or different. */
  readonly differences: readonly string[];
}
