//! SR 9.6, 9.7, 9.3: reactions, leaders, reinforcements.

use longroll_board::{Hand, RouteKind, Terrain, Water};
use longroll_catalog::facts::{Level, Orders};
use longroll_core::{Refusal, Side};
use longroll_movement::Way;
use longroll_movement::leaders::{
    Company, leader_allowance, leader_reach, leader_step, leader_step_cost, rode_far,
};
use longroll_movement::reaction::{
    ReactionCause, evasions, may_evade, react_face, react_refuse, triggered,
};
use longroll_movement::reinforcement::{Queue, enter, entry_cost, entry_hexes, leader_enter};
use longroll_movement::retreat::{Arrival, RetreatCause, line_retreats, retreat_hexes};
use longroll_movement::{Gait, MoverClass, Scratch, command_cost, contact_distance};
use longroll_position::{Deeds, EntryGroupId, EntryState, HalfMp, Presence};
use longroll_rule::Rule;

use crate::support::*;

/// The reacting side is the Union, the phasing side the Confederate.
fn moved(stage: &Stage, by: u16, to: &str) -> ReactionCause {
    ReactionCause::Moved {
        by: unit(by),
        to: stage.hex(to),
    }
}

/// Proves MV-160: SR 9.61, SR 9.62, SR 9.62-facing.
/// Reaction facing.
/// Proves MV-161: SR 9.62.
/// Reaction facing.
/// Proves MV-170: SR 9.62-facing.
/// Reaction facing.
#[test]
fn mv_160_161_170_reaction_facing() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2322", "E"), enemy("2222", "E").attack()])
        .stage();
    let face = |facing: &str| {
        react_face(
            &stage.scene(),
            unit(0),
            moved(&stage, 1, "2222"),
            vertex(facing),
        )
    };
    assert_eq!(face("NE").unwrap().rolls.to_vec(), [unit(0)]);
    assert!(face("SE").is_ok());
    assert_eq!(face("SW").unwrap_err().rule, Rule::SR_9_62_facing);
    let watched = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2322", "E"),
            enemy("2222", "E"),
            enemy("2422", "W"),
        ])
        .stage();
    let other = react_face(
        &watched.scene(),
        unit(0),
        moved(&watched, 1, "2222"),
        vertex("NE"),
    );
    assert_eq!(other.unwrap_err().rule, Rule::SR_9_62, "MV-161");
    let refused = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2322", "E").refused(Hand::Right),
            enemy("2222", "E"),
        ])
        .stage();
    let turn = react_face(
        &refused.scene(),
        unit(0),
        moved(&refused, 1, "2222"),
        vertex("NE"),
    );
    assert_eq!(turn.unwrap_err().rule, Rule::SR_9_62_facing, "MV-170 (b)");
}

#[test]
fn mv_168_169_175_stacks_and_guns() {
    let mut stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2322", "E").sp(4),
            infantry("2322", "E").sp(4).disordered(),
            battery("2322", "E"),
            enemy("2321", "E"),
        ])
        .stage();
    let terms = react_face(
        &stage.scene(),
        unit(0),
        moved(&stage, 3, "2321"),
        vertex("NE"),
    )
    .unwrap();
    assert_eq!(
        (terms.rolls.to_vec(), terms.guns_at_minus_two.to_vec()),
        (vec![unit(0), unit(1)], vec![unit(2)])
    );
    stage
        .position
        .unit_mut(unit(0))
        .deeds
        .note(Deeds::REACTED_FACING);
    let again = react_refuse(
        &stage.scene(),
        unit(0),
        moved(&stage, 3, "2321"),
        Hand::Left,
    );
    assert_eq!(again.unwrap_err().rule, Rule::SR_9_62, "MV-175");
}

/// Proves MV-091: SR 8.44, SR 9.61-who.
/// Reaction refusal.
/// Proves MV-171: SR 9.62-refuse, SR 9.61.
/// Reaction refusal.
#[test]
fn mv_091_171_reaction_refusal() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2322", "E"),
            enemy("2323", "E"),
            enemy("2222", "W"),
            infantry("2616", "E").sp(9).right("2617"),
            enemy("2618", "E"),
        ])
        .stage();
    let scene = stage.scene();
    assert!(react_refuse(&scene, unit(0), moved(&stage, 1, "2323"), Hand::Right).is_ok());
    let behind = react_refuse(&scene, unit(0), moved(&stage, 2, "2222"), Hand::Right);
    assert_eq!(behind.unwrap_err().rule, Rule::SR_9_62_refuse);
    assert!(
        react_refuse(&scene, unit(3), moved(&stage, 4, "2618"), Hand::Right).is_ok(),
        "MV-091"
    );
    let turn = react_face(&scene, unit(3), moved(&stage, 4, "2618"), vertex("SE"));
    assert_eq!(turn.unwrap_err().rule, Rule::SR_9_61_who);
}

/// Proves MV-172: SR 9.61.
/// Fire and march.
/// Proves MV-173: SR 9.61.
/// Fire and march.
/// Proves MV-174: SR 9.61-who, SR 6.13.
/// Fire and march.
#[test]
fn mv_172_173_174_fire_and_march() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2322", "E"),
            enemy("2122", "E"),
            enemy("2422", "E"),
            infantry("2616", "N").march(),
            enemy("2516", "E"),
        ])
        .stage();
    let scene = stage.scene();
    let fired = |by: u16, from: &str| ReactionCause::Fired {
        by: unit(by),
        from: stage.hex(from),
    };
    assert!(
        react_face(&scene, unit(0), fired(1, "2122"), vertex("NE")).is_ok(),
        "MV-172"
    );
    assert_eq!(
        react_face(&scene, unit(0), fired(2, "2422"), vertex("NE"))
            .unwrap_err()
            .rule,
        Rule::SR_9_61,
        "MV-173"
    );
    let march = react_face(&scene, unit(3), moved(&stage, 4, "2516"), side("NE"));
    assert_eq!(march.unwrap_err().rule, Rule::SR_9_61_who, "MV-174");
}

/// Proves MV-262: SR 9.61, SR 9.62.
/// Any adjacent enemy triggers.
/// Proves MV-265: SR 9.61, SR 9.62-facing.
/// Any adjacent enemy triggers.
#[test]
fn mv_262_265_any_adjacent_enemy_triggers() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2322", "E"), enemy("2421", "E")])
        .stage();
    assert!(
        react_face(
            &stage.scene(),
            unit(0),
            moved(&stage, 1, "2421"),
            vertex("NE")
        )
        .is_ok()
    );
    let far = react_face(
        &stage.scene(),
        unit(0),
        moved(&stage, 1, "2521"),
        vertex("NE"),
    );
    assert_eq!(far.unwrap_err().rule, Rule::SR_9_61);
}

/// Proves MV-165: SR 9.63, SR 9.63-udd.
/// Reaction movement.
/// Proves MV-166: SR 9.63, SR 9.63-art.
/// Reaction movement.
#[test]
fn mv_165_166_reaction_movement() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            cavalry("3010", "W").sp(6),
            enemy("2610", "E").attack(),
            battery("3014", "W"),
        ])
        .stage();
    let scene = stage.scene();
    assert_eq!(
        triggered(&scene, unit(1), stage.hex("2711")).to_vec(),
        [unit(0)],
        "3 hexes from the trigger"
    );
    let ways = evasions(&scene, unit(0), Arrival::at(unit(1), stage.hex("2711")), 2).unwrap();
    let two = ways
        .iter()
        .find(|way| way.path.steps.len() == 2 && way.path.end() == Some(stage.hex("3211")))
        .unwrap();
    assert_eq!(two.drm(), 0, "Open hexes");
    let guns = Field::grid_a(Terrain::Clear)
        .with(&[battery("3010", "W").sp(6), enemy("2610", "E").attack()])
        .stage();
    let ways = evasions(
        &guns.scene(),
        unit(0),
        Arrival::at(unit(1), guns.hex("2711")),
        2,
    )
    .unwrap();
    assert!(
        ways.iter()
            .any(|way| way.path.end() == Some(guns.hex("3211"))),
        "MV-166"
    );
}

/// Proves MV-176: SR 9.63-who.
/// Who may not evade.
#[test]
fn mv_176_who_may_not_evade() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            enemy("2610", "E").attack(),
            cavalry("2910", "N").march(),
            cavalry("2913", "W"),
            enemy("2813", "E"),
            infantry("2811", "W"),
            battery("2912", "W").immobile(),
        ])
        .stage();
    let to = stage.hex("2711");
    let ask =
        |number: u16| may_evade(&stage.scene(), unit(number), unit(0), to).map_err(|no| no.rule);
    assert_eq!(ask(1), Err(Rule::SR_9_63_who));
    assert_eq!(
        ask(2),
        Err(Rule::SR_9_63_who),
        "in the front of another enemy"
    );
    assert_eq!(ask(4), Err(Rule::SR_9_63), "infantry does not evade");
    assert_eq!(ask(5), Err(Rule::BB_14_61), "MV-253 (g)");
}

/// Proves MV-178: SR 9.63-udd, BB TEC-woods, BB TEC-stream.
/// Cavalry drms.
/// Proves MV-179: SR 9.63-udd.
/// Cavalry drms.
#[test]
fn mv_178_179_cavalry_drms() {
    let woods = |sp, road: bool| {
        let field =
            Field::grid_a(Terrain::Woods).side("3111", "3211", |side| side.water = Water::Stream);
        let field = if road {
            field.route(RouteKind::Road, &["3010", "3111", "3211"])
        } else {
            field
        };
        field
            .with(&[cavalry("3010", "W").sp(sp), enemy("2610", "E").attack()])
            .stage()
    };
    let drm = |stage: &Stage| {
        let ways = evasions(
            &stage.scene(),
            unit(0),
            Arrival::at(unit(1), stage.hex("2711")),
            2,
        )
        .unwrap();
        let hexes = [stage.hex("3111"), stage.hex("3211")];
        let way = ways
            .iter()
            .find(|way| way.path.steps.iter().map(|step| step.to).eq(hexes))
            .unwrap();
        way.drm()
    };
    assert_eq!(drm(&woods(6, false)), 5, "MV-178: Woods, stream, Woods");
    assert_eq!(drm(&woods(4, true)), 2, "MV-179: Road costs");
    assert_eq!(drm(&woods(5, true)), 5, "five SP pay for the ground");
}

/// Proves MV-181: SR 9.63-art.
/// Guns fall back.
/// Proves MV-183: SR 9.63-art, SR 9.63, SR 12.44.
/// Guns fall back.
/// Proves MV-245: BB 12.45-react, SR 9.63-udd.
/// Guns fall back.
/// Proves MV-246: BB 12.45-react, SR 9.63-art.
/// Guns fall back.
#[test]
fn mv_181_183_245_246_guns_fall_back() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            battery("3010", "W"),
            enemy("2610", "E").attack(),
            enemy("3113", "W"),
        ])
        .stage();
    let ways = evasions(
        &stage.scene(),
        unit(0),
        Arrival::at(unit(1), stage.hex("2711")),
        2,
    )
    .unwrap();
    let ends: Vec<&str> = stage.names(ways.iter().filter_map(|way| way.path.end()));
    assert!(
        !ways
            .iter()
            .any(|way| way.path.first() == Some(stage.hex("3011"))),
        "closer to 3113"
    );
    assert!(
        !ends.contains(&"3110"),
        "a two-hex move gains distance: {ends:?}"
    );
    assert!(ends.contains(&"3109"));
    let woods = Field::grid_a(Terrain::Woods)
        .terrain(Terrain::Thicket, &["3110"])
        .with(&[battery("3010", "W"), enemy("2610", "E").attack()])
        .stage();
    let ways = evasions(
        &woods.scene(),
        unit(0),
        Arrival::at(unit(1), woods.hex("2711")),
        2,
    )
    .unwrap();
    let two = ways.iter().find(|way| way.path.steps.len() == 2).unwrap();
    assert_eq!(two.drm(), 4, "MV-245: +2 for each Woods hex");
    assert!(
        ways.iter().all(|way| way
            .path
            .steps
            .iter()
            .all(|step| woods.name(step.to) != "3110")),
        "MV-246: Thicket costs 4 MP"
    );
}

#[test]
fn mv_093_retreat_of_a_line() {
    let stage = Field::grid_a(Terrain::Clear)
        .terrain(Terrain::Lake, &["2123", "2221", "2224"])
        .with(&[
            infantry("2222", "E").sp(9).right("2223"),
            enemy("2522", "W"),
        ])
        .stage();
    assert!(line_retreats(&stage.scene(), unit(0), &RetreatCause::default()).is_empty());
    let mut single = stage;
    single.place(0, "2222", "E");
    assert_eq!(
        single.names(retreat_hexes(&single.scene(), unit(0))),
        ["2122"]
    );
    single.place(0, "2223", "E");
    assert_eq!(
        single.names(retreat_hexes(&single.scene(), unit(0))),
        ["2124"]
    );
}

/// Proves MV-121: SR 9.31, BB TEC-road, SR 4.16.
/// Leaders.
/// Proves MV-125: SR 9.33.
/// Leaders.
#[test]
fn mv_121_to_125_leaders() {
    assert_eq!(leader_allowance(Level::Division), HalfMp::whole(10));
    assert_eq!(leader_allowance(Level::Corps), HalfMp::whole(40), "MV-225");
    assert_eq!(
        (rode_far(HalfMp::whole(10)), rode_far(HalfMp::whole(11))),
        (false, true),
        "MV-124"
    );
    let stage = |friend: bool| {
        let mut units = vec![enemy("2323", "W"), infantry("2610", "E").attack()];
        if friend {
            units.push(infantry("2222", "E"));
        }
        Field::grid_a(Terrain::Woods)
            .route(RouteKind::Road, &["2122", "2121"])
            .with(&units)
            .leader(Side::Union, Level::Brigade, "2122")
            .stage()
    };
    let ask = |stage: &Stage, company| {
        leader_step(
            &stage.scene(),
            stage.leader(Side::Union),
            stage.hex("2122"),
            stage.hex("2222"),
            company,
        )
    };
    let alone = stage(false);
    assert_eq!(
        ask(&alone, Company::Alone).unwrap_err().rule,
        Rule::SR_9_33,
        "MV-125 (a)"
    );
    assert_eq!(
        ask(&stage(true), Company::Alone),
        Ok(HalfMp(3)),
        "MV-125 (b)"
    );
    assert_eq!(
        ask(&alone, Company::With(unit(1))),
        Ok(HalfMp(3)),
        "MV-125 (c)"
    );
    let road = leader_step_cost(
        &alone.scene(),
        alone.leader(Side::Union),
        alone.hex("2122"),
        alone.hex("2121"),
    );
    assert_eq!(road, Ok(HalfMp::HALF), "MV-121");
    let mut scratch = Scratch::new();
    leader_reach(
        &alone.scene(),
        &mut scratch,
        alone.leader(Side::Union),
        HalfMp::whole(10),
    );
    assert_eq!(
        scratch.cost(alone.hex("2222")),
        None,
        "not next to the enemy"
    );
    assert_eq!(
        scratch.path(alone.setting.grid(), alone.hex("2121")),
        Some(vec![alone.hex("2121")])
    );
}

/// Proves MV-222: BB TEC-star, BB TEC-woods.
/// Command range and loose reins reach.
#[test]
fn mv_222_command_range_and_loose_reins_reach() {
    let stage = Field::grid_a(Terrain::Woods)
        .terrain(Terrain::Clear, &["2010"])
        .with(&[infantry("2010", "E"), enemy("2410", "W")])
        .stage();
    let range = |limit| {
        command_cost(
            &stage.scene(),
            Side::Union,
            Level::Brigade,
            stage.hex("2010"),
            stage.hex("2012"),
            limit,
        )
    };
    assert_eq!(range(HalfMp::whole(4)), Some(HalfMp::whole(4)));
    assert_eq!(range(HalfMp(7)), None);
    assert_eq!(
        contact_distance(&stage.scene(), unit(0), HalfMp::whole(5)),
        Some(HalfMp(9)),
        "three Woods hexes to contact"
    );
}

fn reinforcements(hexes: &[&str], adjacent: bool) -> Stage {
    let mut field = Field::grid_b(Terrain::Field);
    let first = longroll_shiloh::scenario(1)
        .expect("a first scenario")
        .expect("sound data");
    let mut group = first
        .reinforcements
        .iter()
        .find(|group| group.side == Side::Union)
        .expect("Union reinforcements")
        .clone();
    group.hexes = hexes.iter().map(|name| field.hex(name)).collect();
    group.entry = longroll_catalog::facts::EntryKind::Hexes;
    field.scenario.reinforcements = vec![group];
    let mut units = vec![infantry("S3010", "E"), battery("S3010", "E")];
    if adjacent {
        units.push(enemy("N3802", "NE"));
    }
    let mut stage = field.with(&units).stage();
    stage.position.standing_mut().entered = vec![EntryState::Ready];
    for number in [0, 1] {
        stage
            .position
            .take_off(unit(number), Presence::Due(EntryGroupId(0)));
    }
    stage
}

/// Proves MV-185: SR 9.72, BB TEC-road.
/// Entering.
/// Proves MV-186: SR 9.72.
/// Entering.
/// Proves MV-191: BB 9.7-landing.
/// Entering.
/// Proves MV-192: BB 9.7.
/// Entering.
#[test]
fn mv_185_186_191_192_entering() {
    let stage = reinforcements(&["N3801"], false);
    let ask = |stage: &Stage, number: u16, hex: &str, queue| -> Result<HalfMp, Refusal> {
        enter(&stage.scene(), unit(number), stage.hex(hex), queue).map(|terms| terms.cost.total())
    };
    assert_eq!(ask(&stage, 0, "N3801", Queue::default()), Ok(HalfMp::ONE));
    assert_eq!(
        ask(
            &stage,
            0,
            "N3801",
            Queue {
                groups: 2,
                paid: HalfMp::whole(2)
            }
        ),
        Ok(HalfMp::whole(3)),
        "MV-185"
    );
    assert_eq!(
        ask(&stage, 0, "N4001", Queue::default()).unwrap_err().rule,
        Rule::SR_9_71
    );
    let near = reinforcements(&["N3801"], true);
    let scene = near.scene();
    let shifted = entry_hexes(
        &scene,
        &near.setting.scenario.reinforcements[0],
        MoverClass::Foot,
    );
    assert!(
        shifted.len() > 1 && shifted.contains(&near.hex("N3801")),
        "MV-192"
    );
    let terms = enter(&scene, unit(0), near.hex("N3801"), Queue::default()).unwrap();
    assert_eq!(
        terms.contact,
        longroll_movement::adjacency::Contact::MadeOverCrossing,
        "MV-186"
    );
    assert_eq!(
        enter(&scene, unit(1), near.hex("N3801"), Queue::default())
            .unwrap_err()
            .rule,
        Rule::SR_9_52
    );
    let landing = |class, groups| {
        let queue = Queue {
            groups,
            paid: HalfMp::ZERO,
        };
        let (gait, hex) = (Gait::Advance, near.hex("N6420"));
        let cost = entry_cost(&scene, class, gait, hex, Way::OffRoute, queue);
        cost.unwrap().total()
    };
    assert_eq!(landing(MoverClass::Foot, 0), HalfMp::whole(2), "MV-191");
    assert_eq!(landing(MoverClass::Foot, 1), HalfMp::whole(3));
    assert_eq!(landing(MoverClass::Artillery, 2), HalfMp::whole(5));
    assert_eq!(landing(MoverClass::Foot, 3), HalfMp::whole(5));
    assert_eq!(landing(MoverClass::Leader, 3), HalfMp::ONE);
}

/// Proves MV-187: SR 9.72.
/// Enemy entry hexes.
/// Proves MV-193: BB 9.7-landing, SR 9.72.
/// Enemy entry hexes.
#[test]
fn mv_187_193_enemy_entry_hexes() {
    use longroll_movement::special::entry_hex_is_free;
    let mut stage = reinforcements(&["N6420", "S1234"], false);
    let ask = |stage: &Stage, class, hex: &str| {
        entry_hex_is_free(&stage.scene(), Side::Confederate, class, stage.hex(hex))
            .map_err(|no| no.rule)
    };
    assert_eq!(ask(&stage, MoverClass::Foot, "S1234"), Err(Rule::SR_9_72));
    assert_eq!(ask(&stage, MoverClass::Foot, "N6420"), Ok(()), "MV-193 (a)");
    assert_eq!(
        ask(&stage, MoverClass::Cavalry, "N6420"),
        Err(Rule::SR_9_72),
        "MV-193 (b)"
    );
    stage.position.standing_mut().entered = vec![EntryState::Entered];
    assert_eq!(ask(&stage, MoverClass::Foot, "S1234"), Ok(()));
    assert!(
        leader_enter(
            &stage.scene(),
            longroll_catalog::facts::LeaderId(0),
            stage.hex("N6420")
        )
        .is_err()
    );
    assert_eq!(
        stage.setting.scenario.reinforcements[0].orders,
        Orders::Advance,
        "BB 9.7"
    );
}

#[test]
fn mv_148_261_who_may_fire_at_a_unit_that_leaves() {
    use longroll_movement::reaction::withdrawal_firers;
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "W").attack(),
            enemy("2322", "W"),
            enemy("2323", "E"),
            enemy_battery("2221", "SE"),
        ])
        .stage();
    let firers = withdrawal_firers(&stage.scene(), unit(0), stage.hex("2222"));
    assert_eq!(
        firers.to_vec(),
        [unit(1)],
        "not the rear of one, not the guns"
    );
}
