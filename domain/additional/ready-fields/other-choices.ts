export const EDUCATION_CHOICES = [
  'Ninguna',
  'Primaria incompleta',
  'Primaria completa',
  'Secundaria incompleta',
  'Bachiller',
  'Técnico',
  'Tecnólogo',
  'Universitario incompleto',
  'Profesional',
  'Especialización',
  'Maestría',
  'Doctorado',
];

export const MARITAL_STATUS_CHOICES = [
  'Soltero(a)',
  'Casado(a)',
  'Unión libre',
  'Separado(a)',
  'Divorciado(a)',
  'Viudo(a)',
];

export const BLOOD_GROUP_CHOICES = ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-'];

/** Sections of the classification of economic activities CIIU, revision 4 adapted for Colombia. */
export const ECONOMIC_ACTIVITY_CHOICES = [
  'A. Agricultura, ganadería, caza, silvicultura y pesca',
  'B. Explotación de minas y canteras',
  'C. Industrias manufactureras',
  'D. Suministro de electricidad, gas, vapor y aire acondicionado',
  'E. Agua, alcantarillado, residuos y saneamiento ambiental',
  'F. Construcción',
  'G. Comercio y reparación de vehículos y motocicletas',
  'H. Transporte y almacenamiento',
  'I. Alojamiento y servicios de comida',
  'J. Información y comunicaciones',
  'K. Actividades financieras y de seguros',
  'L. Actividades inmobiliarias',
  'M. Actividades profesionales, científicas y técnicas',
  'N. Servicios administrativos y de apoyo',
  'O. Administración pública, defensa y seguridad social obligatoria',
  'P. Educación',
  'Q. Salud humana y asistencia social',
  'R. Actividades artísticas, de entretenimiento y recreación',
  'S. Otras actividades de servicios',
  'T. Hogares como empleadores o productores para uso propio',
  'U. Organizaciones y entidades extraterritoriales',
];
