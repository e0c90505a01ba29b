interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}
/** @param ok whether the run ended with exit code 0 */
export function countVitestResults(file: string, ok: boolean): Counts;
export function countPlaywrightResults(file: string, ok: boolean): Counts;
