export { runChaos } from './run.ts';
export { createChaosShifts } from './schedule.ts';
