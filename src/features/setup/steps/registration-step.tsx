import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { QrCode } from '#ui/display/qr-code.tsx';
import type { StepProps } from './step.ts';
import './registration-step.css';

/** Last step: registering the first patient on the reception tablet, or on this device if the user has the permission. */
export const RegistrationStep = ({ account }: StepProps) => (
  <div className="setup-registration">
    <ol>
      <li>En la tableta de recepción, abre {location.origin} y elige «Instalar» o «Agregar a inicio».</li>
      <li>Quien atiende entra con su cuenta y toca «Registrar paciente».</li>
      <li>
        La empresa que envía a la persona se crea ahí mismo, si quien registra también tiene el permiso
        «Catálogos»; si no, créala antes en{' '}
        <Link to="/admin/catalogs/companies/new">Catálogos, Empresas</Link>.
      </li>
      <li>Con foto y firma se confirma. Este paso queda listo solo.</li>
    </ol>
    <QrCode text={location.origin} label="La dirección de Ventanilla, como código QR" />
    {account.actions.includes('register_patients') && (
      <Button component={Link} to="/reception" variant="filled">
        Registrar a la primera persona
      </Button>
    )}
  </div>
);
