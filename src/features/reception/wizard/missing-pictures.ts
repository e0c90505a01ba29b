export const MISSING_PICTURES = 'Captura la fotografía y la firma antes de continuar.';
