export { writeReport as default } from './report.ts';
