export interface ChaosReport {
  readonly confirmed: number;
  readonly uncertain: number;
  readonly byHand: number;
  /** Entries that went over to a colleague, and to another tablet. */
  readonly handedOver: number;
  readonly rescued: number;
  readonly events: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly seconds: number;
  /** Empty when nothing is missing, doubled or different. */
  readonly differences: readonly string[];
}
