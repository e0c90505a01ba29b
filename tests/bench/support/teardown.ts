export { writeReportAndFigures as default } from './report.ts';
