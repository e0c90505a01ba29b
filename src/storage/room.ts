/** What the browser says of the room that this device gives the app; it is an estimate, blurred on purpose. */
export interface Room {
  /** Bytes. */
  readonly used: number;
  readonly quota: number;
}

/** Older WebKit, and its port on Debian, have no `navigator.storage`; some browsers have only a part of it. */
const manager = (): Partial<StorageManager> | undefined => navigator.storage;

/** Null where the browser does not say. */
export async function readRoom(): Promise<Room | null> {
  const { usage, quota } = (await manager()?.estimate?.()) ?? {};
  return usage === undefined || quota === undefined || quota === 0 ? null : { used: usage, quota };
}

/** Whether the browser promised not to throw the data away by itself; null where it does not say. */
export async function isProtected(): Promise<boolean | null> {
  return (await manager()?.persisted?.()) ?? null;
}
