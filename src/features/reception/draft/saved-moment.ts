/** When the draft was last saved, for who shows it alone: the wizard is not rendered anew by each save. */
export class SavedMoment {
  private at: number | null = null;
  private readonly listeners = new Set<() => void>();

  /** Milliseconds; null when nothing was saved since the draft was loaded. */
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
