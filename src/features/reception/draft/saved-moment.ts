/** Store for the time of the last save, so that a save renders only the components that show the time. */
export class LastSaveTimeStore {
  private at: number | null = null;
  private readonly listeners = new Set<() => void>();

  /** Returns the time, ms since the epoch; null if nothing was saved since the draft was loaded. */
  readonly read = (): number | null => this.at;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  note(at: number): void {
    this.at = at;
    for (const listener of this.listeners) listener();
  }
}
