// Public functions and types of server/devices; other modules import only this file.
export { quietestDevices } from './queries/quietest-devices.ts';
export { deviceRoutes } from './routes/devices.ts';
