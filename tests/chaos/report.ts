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
  /** Number of entries handed over to a colleague, and of entries brought to another tablet in a rescue file. */
  readonly handedOver: number;
  readonly rescued: number;
  /**
   * Drafts parked before a second window opened, the user changed or the database was lost (S27). A lost database takes its
   * drafts along, because drafts have no second copy.
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
