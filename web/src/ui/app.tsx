import { announcement, route } from "../state.ts";
import { Help } from "./help.tsx";
import { Legend } from "./legend.tsx";
import { Opening } from "./opening.tsx";
import { GamePage } from "./play/game-page.tsx";
import { StoryPage } from "./play/story-page.tsx";
import { TabletopLobby } from "../tabletop/lobby.tsx";
import { TabletopPage } from "../tabletop/page.tsx";
import { TablePage } from "./table-page.tsx";

function Page() {
  const to = route.value;
  if (to.page === "table") return <TablePage />;
  if (to.page === "game") return <GamePage game={to.game} key={to.game} />;
  if (to.page === "tabletop") return to.game === undefined ? <TabletopLobby /> : <TabletopPage game={to.game} key={to.game} />;
  return to.page === "story" ? <StoryPage /> : <Opening />;
}

export function App() {
  return (
    <>
      <Page />
      <Help />
      <Legend />
      <div class="unseen" role="status" aria-live="polite" aria-atomic="true" id="announcement">
        {announcement}
      </div>
    </>
  );
}
