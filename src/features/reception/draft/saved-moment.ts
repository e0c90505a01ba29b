/** Time of the last save, for the components that show it, so that a save does not render the wizard again. */
export class LastSaveTime {
  private at: number | null = null;
  private readonly listeners = new Set<() => void>();

  /** Returns the time in milliseconds; null if nothing was saved since the draft was loaded. */
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
