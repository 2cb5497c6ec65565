import { Dashboard } from '#client/features/admin/dashboard.tsx';
import { OpenSteps } from '#client/features/setup/open-steps.tsx';

/** Combines two features: the dashboard (admin) and the steps of a new site (setup). */
export function AdminHomePage() {
  return <Dashboard openSteps={<OpenSteps />} />;
}
