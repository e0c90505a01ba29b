export { runChaos } from './run.ts';
export { schedule } from './schedule.ts';
