/** Facts about the data of a brigade on this device, on the server and on other devices. */
export interface BrigadeClosingFacts {
  /** Entries and arrivals of all users on this device that the server does not have. */
  readonly unsentHere: number;
  /** Registrations that the signed-in user began and parked. */
  readonly parkedHere: number;
  /** True if the server's present numbers were read. */
  readonly isServerRead: boolean;
  /** Other devices of the branch whose last report has unsent entries; null if the server does not offer the reports. */
  readonly otherUnsentDevices: number | null;
}

/** State of the closing of a brigade, in the order in which the user has to solve what is open. */
export type BrigadeClosing =
  | { readonly state: 'unsent_here'; readonly unsent: number; readonly parked: number }
  | { readonly state: 'server_unread' }
  | { readonly state: 'unsent_elsewhere'; readonly devices: number }
  /** Everything of this device has arrived; the reports of other devices are unknown. */
  | { readonly state: 'device_done' }
  | { readonly state: 'all_done' };

export function brigadeClosingOf(facts: BrigadeClosingFacts): BrigadeClosing {
  const { unsentHere: unsent, parkedHere: parked, isServerRead, otherUnsentDevices: devices } = facts;
  if (unsent > 0 || parked > 0) return { state: 'unsent_here', unsent, parked };
  if (!isServerRead) return { state: 'server_unread' };
  if (devices === null) return { state: 'device_done' };
  return devices > 0 ? { state: 'unsent_elsewhere', devices } : { state: 'all_done' };
}
