export interface ReleaseFacts {
  readonly changed: readonly string[];
  readonly branch: string;
  readonly tags: readonly string[];
  readonly version: string;
  readonly lockVersion: string;
  readonly changelog: string;
  readonly landed: boolean;
  readonly licences: boolean;
  readonly size: boolean;
}
export function newestReleaseNotes(changelog: string): string;
export function findReleaseProblems(facts: ReleaseFacts): string[];
