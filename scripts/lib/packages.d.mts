interface Package {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}
type Packages = Readonly<Record<string, Package>>;

export function areAllPackagesInstalled(installed: Packages, locked: Packages): boolean;
export function hasOnlyProductionPackages(installed: Packages, locked: Packages): boolean;
