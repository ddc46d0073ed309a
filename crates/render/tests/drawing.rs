//! The drawing as a whole: sound, the same every time, safe against odd names, complete at every distance.

mod common;

use common::{leader, patch, stacks, unit};
use longroll_render::*;

fn scene(ground: &longroll_board::Ground, detail: Detail) -> String {
    scene_svg(
        ground,
        &MapStyle::default(),
        &stacks(ground),
        &Viewport::Whole,
        detail,
    )
}

/// The elements with their attributes, path data cut short: what a reviewer can read.
fn skeleton(svg: &str) -> String {
    let mut out = String::new();
    for piece in svg.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').unwrap_or((piece, ""));
        if tag.starts_with('/') {
            continue;
        }
        let mut line = String::new();
        for (k, part) in tag.split('"').enumerate() {
            if k % 2 == 0 {
                line.push_str(part);
            } else if part.len() > 48 {
                line.push_str(&format!("\"{}… {} bytes\"", &part[..24], part.len()));
            } else {
                line.push_str(&format!("\"{part}\""));
            }
        }
        out.push_str(&line);
        if !rest.is_empty() {
            out.push_str(&format!(" {rest}"));
        }
        out.push('\n');
    }
    out
}

#[test]
fn a_small_patch_with_everything_on_it() {
    let ground = patch("Duncan");
    insta::assert_snapshot!(skeleton(&scene(&ground, Detail::Near)));
}

#[test]
fn one_counter_in_full() {
    insta::assert_snapshot!(piece_svg(&PieceView::Unit(unit("9 IL")), Detail::Middle));
}

#[test]
fn every_distance_is_sound_svg_and_paints() {
    let ground = patch("Duncan");
    for detail in Detail::ALL {
        let picture = Picture::new(&scene(&ground, detail)).unwrap();
        let file = picture.png(Size::Width(80)).unwrap();
        assert!(file.starts_with(b"\x89PNG"), "{detail:?}");
    }
}

#[test]
fn nearer_counters_tell_more() {
    let piece = PieceView::Unit(unit("9 IL"));
    let length = |detail| piece_svg(&piece, detail).len();
    assert!(length(Detail::Far) < length(Detail::Middle));
    assert!(length(Detail::Middle) < length(Detail::Near));
}

#[test]
fn the_same_battle_is_the_same_picture_byte_for_byte() {
    let (first, second) = (patch("Duncan"), patch("Duncan"));
    let (a, b) = (scene(&first, Detail::Near), scene(&second, Detail::Near));
    assert_eq!(a, b);
    let paint = |svg: &str| png(svg, Size::Width(60)).unwrap();
    assert_eq!(paint(&a), paint(&b));
}

#[test]
fn names_cannot_break_out_of_the_drawing() {
    let nasty = "<script>alert(\"x\")</script>&'\u{7}";
    let ground = patch(nasty);
    let mut stacks = stacks(&ground);
    let mut odd = unit(nasty);
    odd.command_code = nasty.into();
    odd.strength = Figure::known(nasty);
    stacks[0].pieces = vec![PieceView::Unit(odd), PieceView::Leader(leader(nasty))];
    for detail in Detail::ALL {
        let svg = scene_svg(
            &ground,
            &MapStyle::default(),
            &stacks,
            &Viewport::Whole,
            detail,
        );
        assert!(!svg.contains("<script"));
        Picture::new(&svg).unwrap();
    }
}

#[test]
fn estimates_are_told_apart_from_known_figures() {
    let known = unit("9 IL");
    let mut guessed = known.clone();
    guessed.strength = Figure::estimate(7);
    for detail in [Detail::Middle, Detail::Near] {
        assert_ne!(
            piece_svg(&PieceView::Unit(known.clone()), detail),
            piece_svg(&PieceView::Unit(guessed.clone()), detail)
        );
    }
    assert!(view::describe(&PieceView::Unit(guessed)).contains("SP ~7"));
}

/// What is told by a counter must change its picture, at the distance where it is told.
#[test]
fn every_state_shows() {
    let base = unit("9 IL");
    let plain = piece_svg(&PieceView::Unit(base.clone()), Detail::Near);
    type Change = Box<dyn Fn(&mut CounterView)>;
    let changes: Vec<(&str, Change)> = vec![
        ("side", Box::new(|u| u.side = u.side.enemy())),
        ("arm", Box::new(|u| u.arm = ArmView::Cavalry)),
        ("division", Box::new(|u| u.livery.division = 5)),
        ("brigade", Box::new(|u| u.livery.brigade = 5)),
        (
            "losses",
            Box::new(|u| u.losses = Some(Losses { full: 9, now: 6 })),
        ),
        ("facing", Box::new(|u| u.facing = None)),
        ("refused", Box::new(|u| u.refused = None)),
        ("order", Box::new(|u| u.order = OrderView::GoodOrder)),
        ("orders", Box::new(|u| u.orders = Some(OrdersView::March))),
        (
            "ammunition",
            Box::new(|u| u.ammunition = AmmunitionView::Out),
        ),
        ("fatigue", Box::new(|u| u.fatigue = 3)),
        (
            "experience",
            Box::new(|u| u.experience = ExperienceView::Veteran),
        ),
        ("command", Box::new(|u| u.command = CommandView::InCommand)),
        ("activity", Box::new(|u| u.activity = ActivityView::Done)),
        ("weapon", Box::new(|u| u.weapon = Figure::known("R"))),
    ];
    for (what, change) in changes {
        let mut other = base.clone();
        change(&mut other);
        assert_ne!(
            plain,
            piece_svg(&PieceView::Unit(other), Detail::Near),
            "{what}"
        );
    }
}

#[test]
fn tiles_together_are_the_same_as_tiles_alone() {
    let ground = patch("Duncan");
    let picture = Picture::new(&map_svg(&ground, &MapStyle::default())).unwrap();
    let block = picture.tiles((40.0, 60.0), 0.2, 24, (2, 2)).unwrap();
    assert_eq!(block.len(), 4);
    let alone = picture.tile((40.0, 60.0), 0.2, (24, 24)).unwrap();
    assert_eq!(block.first(), Some(&alone));
}

#[test]
fn a_picture_beyond_all_measure_is_refused_and_not_attempted() {
    let ground = patch("Duncan");
    let picture = Picture::new(&map_svg(&ground, &MapStyle::default())).unwrap();
    let refused = picture.png(Size::Width(900_000)).unwrap_err();
    assert!(
        refused.to_string().contains("ask for a smaller one"),
        "{refused}"
    );
}

#[test]
fn the_drawing_puts_a_hex_where_the_layout_says() {
    let ground = patch("Duncan");
    let svg = scene(&ground, Detail::Far);
    let (column, row) = survey::column_row(&ground.grid, common::hex(&ground, "2222"));
    let centre = survey::layout_of(&ground.grid).centre(column, row);
    let spot = format!(
        "data-key=\"9 IL\" transform=\"translate({:.1} {:.0})",
        centre.x, centre.y
    );
    assert!(svg.contains(&spot), "{spot}");
}

#[test]
fn a_legend_and_level_figures_only_when_asked_for() {
    let ground = patch("Duncan");
    let plain = map_svg(&ground, &MapStyle::default());
    assert!(!plain.contains("id=\"legend\"") && !plain.contains("id=\"level-figures\""));
    let mut style = MapStyle {
        legend: Some(Legend {
            title: "Shiloh".into(),
            subtitle: "April 1862".into(),
            yards_per_hex: 110,
            feet_per_level: 20,
        }),
        ..MapStyle::default()
    };
    style.layers.levels = Shown::Yes;
    let full = map_svg(&ground, &style);
    assert!(full.contains("id=\"legend\"") && full.contains("id=\"level-figures\""));
    assert!(picture(&ground, &style).height() > picture(&ground, &MapStyle::default()).height());
    Picture::new(&full).unwrap();
}

#[test]
fn the_area_of_a_picture_is_known_before_it_is_drawn() {
    let ground = patch("Duncan");
    let style = MapStyle::default();
    let stacks = stacks(&ground);
    for viewport in [
        Viewport::Whole,
        Viewport::AroundCounters { margin_hexes: 0.5 },
    ] {
        let area = scene_area(&ground, &style, &stacks, &viewport);
        let svg = scene_svg(&ground, &style, &stacks, &viewport, Detail::Far);
        let (width, _) = Picture::new(&svg).unwrap().size();
        assert!((width - area.width()).abs() < 0.2, "{viewport:?}");
    }
}

#[test]
fn leaders_hide_neither_the_name_nor_the_facing_of_the_unit_they_are_with() {
    for (facing, below) in [("W", true), ("NE", true), ("SW", false), ("SE", false)] {
        let mut top = unit("9 IL");
        top.facing = Some(longroll_board::Facing::parse_vertex(facing).expect("a vertex"));
        let mut pieces: Vec<PieceView> = (0..3).map(|_| PieceView::Unit(unit("9 IL"))).collect();
        pieces.push(PieceView::Unit(top));
        pieces.extend(["Hardee", "Bragg", "Wood"].map(|name| PieceView::Leader(leader(name))));
        let shifts = stack_offsets(&pieces);
        let highest = shifts[..4].iter().map(|p| p.y).fold(0.0, f64::min);
        for pair in shifts[4..].windows(2) {
            assert!(pair[1].x - pair[0].x > 38.0, "leaders stand side by side");
        }
        for leader in &shifts[4..] {
            // A counter reaches from 34 units above its middle, its figures to 20 below; a leader 21 both ways.
            if below {
                assert!(leader.y - 21.0 > 20.0, "{facing}");
            } else {
                assert!(leader.y + 21.0 <= highest - 34.0 + 0.6, "{facing}");
            }
        }
    }
}
