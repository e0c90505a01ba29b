/** A package as the lock file has it. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** 'linux x64' for one that is installed there alone, else empty. */
  readonly platform: string;
  /** An SPDX expression, or 'unknown'. */
  readonly licence: string;
}

export interface Shipped {
  readonly browser: readonly ShippedPackage[];
  readonly server: readonly ShippedPackage[];
}

export function listShippedPackages(root: string): Shipped;
export function isLicenceAllowed(licence: string, side: 'browser' | 'server'): boolean;
export function findForbiddenPackages(shipped: Shipped): readonly ShippedPackage[];
