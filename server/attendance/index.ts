// Public functions of server/attendance; other modules import only this file.
export { createNoticeMailHandler } from './commands/notice-mail.ts';
export { attendanceRoutes } from './routes/routes.ts';
