export interface ChaosReport {
  readonly confirmed: number;
  /** Of them, those that were given a turn. */
  readonly turns: number;
  /** Registrations of which it is not known whether they were confirmed before the tab died. */
  readonly uncertain: number;
  /** Corrections that were confirmed, and registrations that were corrected at least twice (S30). */
  readonly corrected: number;
  readonly correctedTwice: number;
  readonly byHand: number;
  /** Entries that went over to a colleague, and to another tablet. */
  readonly handedOver: number;
  readonly rescued: number;
  /** Who was parked around a second window, another person or a lost database (S27); lost: with the database, as drafts are. */
  readonly parked: number;
  readonly broughtBack: number;
  readonly lostWaiting: number;
  readonly events: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly seconds: number;
  /** Empty when nothing is missing, doubled or different. */
  readonly differences: readonly string[];
}
