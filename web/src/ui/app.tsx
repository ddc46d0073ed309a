import { announcement, route } from "../state.ts";
import { Help } from "./help.tsx";
import { Legend } from "./legend.tsx";
import { Opening } from "./opening.tsx";
import { TablePage } from "./table-page.tsx";

export function App() {
  return (
    <>
      {route.value.page === "opening" ? <Opening /> : <TablePage />}
      <Help />
      <Legend />
      <div class="unseen" role="status" aria-live="polite" aria-atomic="true" id="announcement">
        {announcement}
      </div>
    </>
  );
}
