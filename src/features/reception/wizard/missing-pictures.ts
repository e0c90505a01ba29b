export const MISSING_PICTURES_MESSAGE = 'Captura la fotografía y la firma antes de continuar.';
