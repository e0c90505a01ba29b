/** Number of days before a brigade on which a device can be prepared. */
export const BRIGADE_PREPARATION_DAYS = 7;

/** Counts of the data that wait on this device. */
export interface BrigadeWaiting {
  /** Entries that the server does not have: those of all users, and those of other users. */
  readonly unsent: number;
  readonly unsentOfOthers: number;
  /** Arrivals that any user marked and that the server does not know. */
  readonly arrivals: number;
  /** Registrations that the signed-in user began and parked, and those of other users. */
  readonly parked: number;
  readonly parkedByOthers: number;
}

/** Facts about the data of a brigade on this device, on the server and on other devices. */
export interface BrigadeClosingFacts extends BrigadeWaiting {
  /** True if the brigade's day is yet to come. */
  readonly isBeforeDay: boolean;
  /** True if the server's present numbers were read. */
  readonly isServerRead: boolean;
  /** Other devices of the branch whose last report has unsent entries; null if the server does not offer the reports. */
  readonly otherUnsentDevices: number | null;
  /** Other devices of the branch that have not reported since the day's work; null if the server does not offer it. */
  readonly silentDevices: number | null;
}

/** State of the closing of a brigade, in the order in which the user has to solve what is open. */
export type BrigadeClosing =
  | { readonly state: 'unsent_here'; readonly waiting: BrigadeWaiting }
  | { readonly state: 'not_begun' }
  | { readonly state: 'server_unread' }
  | { readonly state: 'unsent_elsewhere'; readonly devices: number }
  /** Everything that was reported has arrived; the last reports of some devices are older than the work. */
  | { readonly state: 'silent_elsewhere'; readonly devices: number }
  /** Everything of this device has arrived; the reports of other devices are unknown. */
  | { readonly state: 'device_done' }
  | { readonly state: 'all_done' };

export function brigadeClosingOf(facts: BrigadeClosingFacts): BrigadeClosing {
  const { unsent, unsentOfOthers, arrivals, parked, parkedByOthers, otherUnsentDevices, silentDevices } =
    facts;
  if (unsent + arrivals + parked + parkedByOthers > 0)
    return { state: 'unsent_here', waiting: { unsent, unsentOfOthers, arrivals, parked, parkedByOthers } };
  if (facts.isBeforeDay) return { state: 'not_begun' };
  if (!facts.isServerRead) return { state: 'server_unread' };
  if (otherUnsentDevices !== null && otherUnsentDevices > 0)
    return { state: 'unsent_elsewhere', devices: otherUnsentDevices };
  if (otherUnsentDevices === null || silentDevices === null) return { state: 'device_done' };
  return silentDevices > 0 ? { state: 'silent_elsewhere', devices: silentDevices } : { state: 'all_done' };
}
