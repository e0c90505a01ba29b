/** Returns true if the device has a mouse. Without one, focusing a field opens the on-screen keyboard over the page. */
export const hasMouse = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;
