// Public functions and types of server/waiting-room; other modules import only this file.
export { waitingBoardRoutes } from './routes/boards.ts';
export { waitingCallRoutes } from './routes/calls.ts';
