import { isGuessablePassword } from './password/guessable.ts';
import { foldText } from './text/fold.ts';

/**
 * Words for codes that one user dictates to another: short, and known to every speaker of Spanish. The list has 256 words, so
 * that each word adds 8 bits to a code; the two digits add 6.5 bits.
 */
const SPOKEN_CODE_WORDS = (
  'abeja abril acera agua aguila ajo alba aldea algodon alma almeja alto amigo ancla andes anillo apio arbol arco ' +
  'arena arepa arroz astro atun aula avena avion azul bahia baile balon bambu banco bandera barba barco barrio batido ' +
  'bebe bici blusa boca bodega bolsa bombo bosque bota brazo brisa broma buho burro cabra cacao cafe caja caldo calle ' +
  'cama campo canela canoa canto capa carta casa cebra cebolla cedro cena cerro cesta chivo cielo cima cinco cine ' +
  'circo ciruela ciudad clavo cobre coco codo cofre colina comida condor copa coral corona crema cuadro cuento cuerda ' +
  'cueva dado danza dedo delfin diente disco doce dragon ducha dulce duende elefante escoba espejo estrella faro feria ' +
  'fiesta fique flauta flecha flor foca fogon fresa fruta fuego fuente gaita gallo garza gato globo gorra grillo guante ' +
  'guitarra hacha hamaca harina hielo hierba higo hilo hoja horno huerta hueso huevo iglesia iguana isla jabon jardin ' +
  'jaula jirafa joya jugo junio kilo lago lampara lana lapiz leche leon letra libro limon lino llave lluvia lobo loma ' +
  'loro luna madera maiz maleta mango mano mapa marea marzo melon menta mercado mesa miel mono monte mora motor mula ' +
  'museo nariz nido niebla nube nuez ocho oferta oliva olla onda oreja oso oveja pala palma panela papel parque pasto ' +
  'pato pera perro pez piano piedra pino piña plaza pluma pollo pozo puente puerta queso quinta radio rama rana regla ' +
  'reloj remo rio roble ropa rosa rueda sabana sal selva semilla silla sol sopa tambor taza techo ' +
  'tejado tierra tigre toro tren trigo vaca vela zorro'
).split(' ');

/** Function that returns a random integer in [0, below), uniformly distributed. */
type DrawRandomInteger = (below: number) => number;

/** Returns a code that can be dictated, such as 'barco-luna-queso-42'. */
export function generateSpokenCode(words: number, draw: DrawRandomInteger): string {
  const drawn = Array.from({ length: words }, () => SPOKEN_CODE_WORDS[draw(SPOKEN_CODE_WORDS.length)] ?? '');
  return [...drawn, String(10 + draw(90))].join('-');
}

/** Minimum length of a code after normalisation; shorter codes are rejected. */
const MIN_SPOKEN_CODE_LENGTH = 8;

/**
 * Returns the form of a code from which the key is derived. Capitals, accents and extra blanks are ignored, and a blank equals
 * a hyphen.
 */
export const normalizeSpokenCode = (typed: string): string => foldText(typed.replace(/-/g, ' '));

/**
 * Returns the problem of a code that the user chose; null when it is acceptable. The code must be hard to guess: it encrypts a
 * file that leaves the tablet, and a finder of the file may try codes for years.
 */
export function spokenCodeProblem(typed: string): 'too_short' | 'guessable' | null {
  if (normalizeSpokenCode(typed).length < MIN_SPOKEN_CODE_LENGTH) return 'too_short';
  return isGuessablePassword(typed) ? 'guessable' : null;
}
